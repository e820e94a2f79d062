import { UnreadableError } from './release-store.ts';

/** The longest path and name. Names in folders have up to 255 bytes, and writing one adds 46. */
const mostBytes = { path: 512, name: 200 };

/**
 * Whether a path stays inside the store on every system. Writers may give an object any key, such
 * as `marketing/1.0.0/../../../.npmrc`.
 */
export const isPlainPath = (path: string): boolean =>
  Buffer.byteLength(path) <= mostBytes.path &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((part) => !['', '.', '..'].includes(part) && isName(part));

const isName = (part: string) => Buffer.byteLength(part) <= mostBytes.name;

/** @throws {UnreadableError} when it does not */
export function requirePlainPath(path: string, store: string): void {
  if (isPlainPath(path)) return;
  throw new UnreadableError(`${JSON.stringify(path.slice(0, 100))} is not in ${store}.`);
}
