import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// A process of its own, so that it does not slow down who measures. It is started with a port and an address of
// this machine, and is sent calls: 150 clients begin within 5 s, make the next of them each, from there, wait for
// the answer and then for 5 s, as `Retry-After` says, and go on. On any other message it says what they were
// answered.

/** A call to the site. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const clients = 150;
const pauseMs = 5000;
const [port = '', localAddress = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, localAddress });
const answers: Record<string, number> = {};
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (Array.isArray(message)) begin(message as Call[]);
  else process.send?.(answers);
});
process.send?.('ready');

async function begin(calls: Call[]): Promise<void> {
  for (let client = 0; client < clients; client += 1) {
    goOn(calls);
    await wait(pauseMs / clients);
  }
}

/** Makes the first call, which then is the last. */
async function goOn(calls: Call[]): Promise<void> {
  for (;;) {
    const call = calls.shift();
    if (!call) throw new Error('No call was sent.');
    calls.push(call);
    const status = await statusOf(call).catch((error: Error) => error.message);
    answers[status] = (answers[status] ?? 0) + 1;
    await wait(pauseMs);
  }
}

async function statusOf({ method, path, headers, body }: Call): Promise<number> {
  const asked = request({ host: '127.0.0.1', port, agent, method, path, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
