export interface EarlyCalls {
  /** The session that they belong to. */
  token: string;
  /** The visitor's public IP address; null if the look-up failed. Never rejects. */
  deviceId: Promise<string | null>;
  /** The response to `GET /verify`, whatever its status. Rejects if none came. */
  verify: Promise<Response>;
  /** Aborts `verify`. */
  cancel(): void;
}

declare global {
  /** Calls that a page started before its scripts; see `shell/src/inline/early-calls.ts`. */
  var kargoEarlyCalls: EarlyCalls | undefined;
}

/** The calls whose response was handed out. */
let taken: EarlyCalls | undefined;

/**
 * Hands out the response to the early `GET /verify` once, to the session that it was sent for.
 *
 * @param session aborted when the session ends; the call ends with it
 */
export function takeEarlyVerify(token: string | null, session: AbortSignal) {
  const calls = globalThis.kargoEarlyCalls;
  if (!calls || calls === taken) return undefined;
  taken = calls;
  if (calls.token !== token) {
    calls.cancel();
    return undefined;
  }
  session.addEventListener('abort', calls.cancel, { once: true });
  return calls.verify;
}
