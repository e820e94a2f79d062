import { RefusedError } from './refused-error.ts';

/** @throws {RefusedError} when a file would be larger than the gateway reads, both in bytes */
export function requireSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RefusedError(`${file} has ${bytes} bytes, and may have ${maxBytes}.`);
}
