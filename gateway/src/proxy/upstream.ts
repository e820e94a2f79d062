import { Agent, type Dispatcher } from 'undici';
import { answerBytesAhead, apiConnections, connectMs } from '../limits.ts';

type Options = Dispatcher.RequestOptions;
type Callback = (error: Error | null, answer?: Dispatcher.ResponseData) => void;

/**
 * Connections to the API for calls. Unlike undici's own deadline, which begins once a request has
 * got a connection, `headersTimeout` counts the wait for one as well; what waited in vain is never
 * sent.
 */
export function openUpstream(): Pick<Dispatcher, 'request' | 'destroy'> {
  const agent = new Agent({
    connections: apiConnections,
    connect: { timeout: connectMs },
  });
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
      // Undici tells of what it aborts only once there is a connection for it.
      answer(late);
      overdue.abort(late);
    }, headersTimeout ?? 0);
    agent.request({ ...options, signal: overdue.signal, highWaterMark: answerBytesAhead }, answer);
  };
  // The proxy uses the overload with a callback alone.
  return { request: request as Dispatcher['request'], destroy: () => agent.destroy() };
}
