import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// A process of its own, so that it does not slow down who measures. It is started with a port and an address of
// this machine, and is sent calls: so many clients begin within 5 s, make one each, from there, wait for the
// answer and then for 5 s, as `Retry-After` says, and call again. On any other message it says what they were
// answered.

/** A call to the site. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

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
  for (const call of calls) {
    repeat(call);
    await wait(pauseMs / calls.length);
  }
}

async function repeat(call: Call): Promise<void> {
  for (;;) {
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
