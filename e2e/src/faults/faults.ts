import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface ReleaseFile {
  name: string;
  type: string;
  body: Buffer;
}

/** A way in which a remote's release fails. */
export interface Fault {
  title: string;
  /** Which files of the release fail; all if left out. */
  concerns?: (name: string) => boolean;
  /** Answers in place of the gateway. */
  answer: (file: ReleaseFile, response: ServerResponse) => void | Promise<void>;
}

const isEntry = (name: string) => /^remoteEntry\.\w+\.js$/.test(name);
const isChunk = (name: string) => name.endsWith('.js') && !isEntry(name);
const isScreen = (name: string) => name.startsWith('__federation_expose_');

/** A slow remote is waited for. */
export const slow: Fault = {
  title: 'slow: each file takes 1.4 s',
  async answer({ type, body }, response) {
    await wait(800);
    response.writeHead(200, { ...forAYear, 'content-type': type });
    for (const part of [0, 1, 2]) {
      response.write(body.subarray((part * body.length) / 3, ((part + 1) * body.length) / 3));
      await wait(200);
    }
    response.end();
  },
};

export const unavailable: Fault = {
  title: '503',
  answer: (_file, response) => void response.writeHead(503).end('Service Unavailable'),
};

export const hanging: Fault = { title: 'hangs', answer: () => {} };

/** Faults that keep a release from being shown. */
export const fatalFaults: readonly Fault[] = [
  unavailable,
  hanging,
  { title: 'hangs from the first chunk on', concerns: isChunk, answer: () => {} },
  {
    title: 'HTML instead of JavaScript',
    answer: (_file, response) => send(response, 'text/html', '<!doctype html><title>Oops</title>'),
  },
  { title: 'truncated entry', concerns: isEntry, answer: truncated },
  { title: 'truncated chunk', concerns: isChunk, answer: truncated },
  {
    title: 'built for another major version of React',
    concerns: isEntry,
    answer: edited(/requiredVersion:"\^\d+(?=[^{}]*shareKey:"react"\})/, 'requiredVersion:"^98'),
  },
  {
    title: 'a screen that throws while rendering',
    concerns: isScreen,
    answer: edited(/default:\(\)=>[\w$]+/, 'default:()=>()=>{throw new Error("planted")}'),
  },
  {
    title: 'files gone after a redeploy',
    answer: (_file, response) => void response.writeHead(404, noStore).end('Not found'),
  },
];

/** The gateway's header for files of releases, which browsers keep. */
const forAYear = { 'cache-control': 'public, max-age=31536000, immutable' };
const noStore = { 'cache-control': 'no-store' };

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { ...forAYear, 'content-type': type }).end(body);
}

function truncated({ type, body }: ReleaseFile, response: ServerResponse): void {
  send(response, type, body.subarray(0, body.length / 2));
}

/** Sends a script with an edit. */
function edited(pattern: RegExp, replacement: string): Fault['answer'] {
  return ({ name, type, body }, response) => {
    const before = body.toString();
    const after = before.replace(pattern, replacement);
    if (after === before) throw new Error(`There is no ${pattern} in ${name}`);
    send(response, type, after);
  };
}
