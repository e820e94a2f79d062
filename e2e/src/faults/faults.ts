import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A file of a release, as the gateway has it. */
interface ReleaseFile {
  name: string;
  type: string;
  body: Buffer;
}

/** One way in which a remote's release may fail. */
export interface Fault {
  title: string;
  /** Which of the release's files it concerns; all if left out. */
  concerns?: (name: string) => boolean;
  /** Answers in place of the gateway. */
  answer: (file: ReleaseFile, response: ServerResponse) => void | Promise<void>;
}

const isEntry = (name: string) => /^remoteEntry\.\w+\.js$/.test(name);
const isChunk = (name: string) => name.endsWith('.js') && !isEntry(name);
const isScreen = (name: string) => name.startsWith('__federation_expose_');

/** A remote that is only slow. It has to be waited for. */
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

/** All other faults: a release with one of these cannot be shown. */
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

/** As the gateway sends what belongs to a release: the browser asks once, and never again. */
const forAYear = { 'cache-control': 'public, max-age=31536000, immutable' };
const noStore = { 'cache-control': 'no-store' };

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { ...forAYear, 'content-type': type }).end(body);
}

function truncated({ type, body }: ReleaseFile, response: ServerResponse): void {
  send(response, type, body.subarray(0, body.length / 2));
}

/** Sends a script with a change in it, as if it had been built that way. */
function edited(pattern: RegExp, replacement: string): Fault['answer'] {
  return ({ name, type, body }, response) => {
    const before = body.toString();
    const after = before.replace(pattern, replacement);
    if (after === before) throw new Error(`There is no ${pattern} in ${name}`);
    send(response, type, after);
  };
}
