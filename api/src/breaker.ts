import {
  BrokenCircuitError,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { TooSlowError } from './in-time.ts';

/** How long everything is refused before one call tries again, in milliseconds. As the shortest `Retry-After`. */
const pauseMs = 5000;

/** Opens when more than half of the last ten calls failed, and of five at least. */
const window = { threshold: 0.5, size: 10, minimumNumberOfCalls: 5 };

/**
 * Passes a call on to a dependency, unless that is known to hang.
 *
 * @param work has to end in time by itself: while it is the one that tries again, others are refused
 * @throws {BrokenCircuitError} at once, while the dependency is known to hang
 */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** Told of each change of a breaker: `Open`, `HalfOpen` or `Closed`. */
export type OnChange = (state: string) => void;

/**
 * A circuit breaker for one dependency.
 *
 * @param isFailure whether an error, or a result, says that the dependency is away; what is only
 *   refused, such as a wrong token, does not
 */
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
    // Otherwise cockatiel has them wait for the one that tries.
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return breaker.execute(work);
  };
}

/** Whether a dependency was too slow, not reached, or failed by itself. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', $metadata } = error as Fields;
  return (
    error instanceof TooSlowError ||
    /^E(CONN\w*|TIMEDOUT|SOCKET|DNS|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/.test(code) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    isAway(error.cause)
  );
}

/** Fields of errors of Node, nodemailer and the AWS SDK. */
interface Fields {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}
