import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProblemKind } from '@kargo/shared-types/releases/reports';
import { personalMessage } from '../support/reports.ts';

interface ReleaseFile {
  name: string;
  type: string;
  body: Buffer;
}

/** A way in which a remote's release fails. */
export interface Fault {
  title: string;
  /** What pages report; nothing if the release does not fail. */
  report?: ProblemKind;
  /** Selects the release's files that fail; by default all. */
  concerns?: (name: string) => boolean;
  /** Sends the response in place of the gateway. */
  answer?: (file: ReleaseFile, response: ServerResponse) => void | Promise<void>;
  /** Changes the file before the release is signed, instead of a response. */
  build?: (text: string) => string;
}

/** Vite adds a hash to the name; webpack, Rspack and Rsbuild use the remote's name. */
export const isEntry = (name: string) => /^(remoteEntry|tracking)\b.*\.js$/.test(name);
const isChunk = (name: string) => name.endsWith('.js') && !isEntry(name);
/** Vite uses the source's name. */
export const isScreen = (name: string) => /^(__federation_expose_|Tracking-).*\.js$/.test(name);

/** The page waits for a slow remote. */
export const slow: Fault = {
  title: 'slow: each file takes 1.4 s',
  async answer({ type, body }, response) {
    await wait(400);
    response.writeHead(200, { ...forAYear, 'content-type': type });
    for (const part of [0, 1, 2, 3, 4]) {
      response.write(body.subarray((part * body.length) / 5, ((part + 1) * body.length) / 5));
      await wait(200);
    }
    response.end();
  },
};

export const unavailable: Fault = {
  title: '503',
  report: 'gave-way',
  answer: (_file, response) => void response.writeHead(503).end('Service Unavailable'),
};

export const hanging: Fault = { title: 'hangs', report: 'gave-way', answer: () => {} };

export const gone: Fault = {
  title: 'files gone after a redeploy',
  report: 'gave-way',
  answer: (_file, response) => void response.writeHead(404, { 'cache-control': 'no-store' }).end(),
};

/** Faults that keep a release from being shown. */
export const fatalFaults: readonly Fault[] = [
  unavailable,
  hanging,
  { ...hanging, title: 'hangs from the first chunk on', concerns: isChunk },
  {
    title: 'HTML instead of JavaScript',
    report: 'gave-way',
    answer: (_file, response) => send(response, 'text/html', '<!doctype html><title>Oops</title>'),
  },
  { title: 'truncated entry', report: 'script-failed', concerns: isEntry, answer: truncated },
  { title: 'truncated chunk', report: 'script-failed', concerns: isChunk, answer: truncated },
  { title: 'tampered entry', report: 'script-failed', concerns: isEntry, answer: tampered },
  { title: 'tampered chunk', report: 'script-failed', concerns: isScreen, answer: tampered },
  {
    title: 'built for another major version of React',
    report: 'gave-way',
    concerns: isEntry,
    build: (text) =>
      text.replace(/requiredVersion:"\^\d+(?=[^{}]*shareKey:"react"\})/, 'requiredVersion:"^98'),
  },
  {
    title: 'a screen that throws while rendering',
    report: 'screen-threw',
    concerns: isScreen,
    build: (text) =>
      text.replace(
        /default:\(\)=>[\w$]+/,
        `default:()=>()=>{throw new Error(${JSON.stringify(personalMessage)})}`,
      ),
  },
  gone,
];

/** The gateway's header for files of releases; browsers keep them. */
const forAYear = { 'cache-control': 'public, max-age=31536000, immutable' };

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { ...forAYear, 'content-type': type }).end(body);
}

function truncated({ type, body }: ReleaseFile, response: ServerResponse): void {
  send(response, type, body.subarray(0, body.length / 2));
}

/** A script as somebody between server and browser might change it: it works, and does more. */
export function tampered({ type, body }: ReleaseFile, response: ServerResponse): void {
  send(response, type, `${body}\n;${foreignCode}`);
}

/** Code that marks the page where it runs. */
const foreignCode = 'document.documentElement.dataset.foreign = "ran";';
