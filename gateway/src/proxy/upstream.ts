import { Agent, type Dispatcher } from 'undici';
import { answerBytesAhead, connectMs } from '../limits.ts';

type Options = Dispatcher.RequestOptions;
type Callback = (error: Error | null, answer?: Dispatcher.ResponseData) => void;

/**
 * Opens a separate pool of connections to the API. Undici's own timeout starts when a request has a
 * connection; here `headersTimeout` includes the wait for one. A request that waited too long is never
 * sent.
 */
export function openUpstream(connections: number): Pick<Dispatcher, 'request' | 'destroy'> {
  const agent = new Agent({ connections, connect: { timeout: connectMs } });
  const request = ({ headersTimeout, ...options }: Options, callback: Callback): void => {
    const overdue = new AbortController();
    let isAnswered = false;
    const answer: Callback = (error, data) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      callback(error, data);
    };
    const timer = setTimeout(() => {
      const late = new Error(`no answer within ${headersTimeout} ms`);
      // Undici reports an abort only once the request has a connection.
      answer(late);
      overdue.abort(late);
    }, headersTimeout ?? 0);
    agent.request({ ...options, signal: overdue.signal, highWaterMark: answerBytesAhead }, answer);
  };
  // The proxy uses only the overload with a callback.
  return { request: request as Dispatcher['request'], destroy: () => agent.destroy() };
}
