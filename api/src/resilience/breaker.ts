import {
  BrokenCircuitError,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  isTaskCancelledError,
} from 'cockatiel';

/** How long calls are refused before a retry; the same as the shortest `Retry-After`. */
const pauseMs = 5000;

/** Opens when more than half of the last ten calls failed, after at least five calls. */
const window = { threshold: 0.5, size: 10, minimumNumberOfCalls: 5 };

/**
 * Calls a dependency, unless it is known to hang.
 *
 * @param work needs its own timeout, because other calls are refused while one retries
 * @throws {BrokenCircuitError} at once, while the dependency is known to hang
 */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** Called with the new state of a breaker: `Open`, `HalfOpen` or `Closed`. */
export type OnChange = (state: string) => void;

/** @param isFailure whether an outcome means that it is unavailable; a refusal does not */
export function openBreaker(
  onChange: OnChange = () => {},
  isFailure: (outcome: unknown) => boolean = isAway,
): Guard {
  const breaker = circuitBreaker(handleWhen(isFailure).orWhenResult(isFailure), {
    halfOpenAfter: pauseMs,
    breaker: new CountBreaker(window),
  });
  breaker.onStateChange((state) => onChange(CircuitState[state]));
  return async (work) => {
    // Otherwise cockatiel makes other calls wait for the one that retries.
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return breaker.execute(work);
  };
}

/** Whether a dependency has failed. Not judged by messages, which may quote a stranger's input. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Node and nodemailer set a code; the AWS SDK a status, and for timeouts only a name.
  const { code = '', $metadata } = error as {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    isTaskCancelledError(error) ||
    error.name === 'TimeoutError' ||
    /^E(CONN\w*|TIMEDOUT|SOCKET|DNS|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/.test(code) ||
    /^UND_ERR_(SOCKET|\w+_TIMEOUT)$/.test(code) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    isAway(error.cause)
  );
}
