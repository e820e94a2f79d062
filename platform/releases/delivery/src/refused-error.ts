/** A release may not be served. The message has one sentence per problem, each on a line. */
export class RefusedError extends Error {}

/** It may be served as soon as other apps are released with it. */
export class PartnerMissingError extends RefusedError {}

/** @throws {RefusedError} when a file has more bytes than the gateway reads */
export function requireSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RefusedError(`${file} has ${bytes} bytes, and may have ${maxBytes}.`);
}
