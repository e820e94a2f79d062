/** A release may not be served. The message has one line for each problem, a sentence. */
export class RefusedError extends Error {}

/** Somebody else has released the app in the meantime. */
export class OvertakenError extends RefusedError {}

/** It can be served once other apps are released too. */
export class PartnerMissingError extends RefusedError {}

/** @throws {RefusedError} when a file is larger than the gateway reads */
export function requireSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RefusedError(`${file} has ${bytes} bytes, and may have ${maxBytes}.`);
}
