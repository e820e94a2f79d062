import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// A separate process, so that it does not slow down the measuring one. Its parameters are a port and
// an address of this machine. It gets calls in a message: 150 clients start within 5 s, and each
// makes the next call from that address, waits for the response and for the time of its
// `Retry-After`, or for a similar time, and repeats. To any other message it replies with the number
// of responses by status.

/** The status, or the reason why there is none, and the seconds of `Retry-After`. */
interface Answer {
  status: string;
  retryAfter?: string | undefined;
}

/** A call to the site. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const clients = 150;
/** All clients start within this time. */
const beginMs = 5000;
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
    await wait(beginMs / clients);
  }
}

/** Makes the first call of the list and moves it to the end, again and again. */
async function goOn(calls: Call[]): Promise<void> {
  for (;;) {
    const call = calls.shift();
    if (!call) throw new Error('No call was sent.');
    calls.push(call);
    const { status, retryAfter = randomInt(5, 11) } = await answerTo(call).catch(unanswered);
    answers[status] = (answers[status] ?? 0) + 1;
    await wait(Number(retryAfter) * 1000);
  }
}

async function answerTo({ method, path, headers, body }: Call): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, agent, method, path, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: `${answer.statusCode}`, retryAfter: answer.headers['retry-after'] };
}

const unanswered = ({ message }: Error): Answer => ({ status: message });
