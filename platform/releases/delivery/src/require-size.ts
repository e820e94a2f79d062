import { RefusedError } from './refused-error.ts';

/** @throws {RefusedError} when a file has more bytes than the gateway reads */
export function requireSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RefusedError(`${file} has ${bytes} bytes, and may have ${maxBytes}.`);
}
