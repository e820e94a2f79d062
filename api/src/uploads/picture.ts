import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '@kargo/shared-types/api/error';
import { imageMediaTypes } from '@kargo/shared-types/forms/limits';
import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { fileTypeFromBuffer } from 'file-type';
import { ApiError } from '../api-error.ts';
import { spawnCapped } from './spawn-capped.ts';

/** Whether an upload is a JPEG or a PNG, judged by its content, not by name or declared type. */
export async function isJpegOrPng(upload: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(upload);
  // An animated PNG is a PNG, also for browsers.
  return type?.mime === 'image/apng' || imageMediaTypes.some((allowed) => allowed === type?.mime);
}

/** Maximum numbers of pictures that are decoded at once, and that are waiting. */
const maxAtOnce = 2;
const maxWaiting = 8;

const decodes = bulkhead(maxAtOnce, maxWaiting);

/** Per driver: one picture in the queue above, and as many waiting for it as that queue holds. */
const places = new Map<string, BulkheadPolicy>();

/**
 * Decodes a picture completely, one per driver at a time, and re-encodes it as a square WebP.
 *
 * @param unreadable error for a picture that is damaged, truncated or far larger than a photo
 * @throws {ApiError} `unreadable`, or `unavailable` when too many are waiting
 */
export async function drawAnew(
  driverId: string,
  upload: Buffer,
  sidePx: number,
  unreadable: { code: ErrorCode; message: string },
): Promise<Buffer> {
  const place = places.get(driverId) ?? bulkhead(1, maxWaiting);
  places.set(driverId, place);
  try {
    return await place.execute(() => decodes.execute(() => decodeInChild(upload, sidePx)));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (isBulkheadRejectedError(cause)) throw tooMany();
    throw new ApiError(unreadable.code, unreadable.message, { cause });
  } finally {
    if (place.executionSlots === 1) places.delete(driverId);
  }
}

const tooMany = (cause?: unknown) =>
  new ApiError('unavailable', 'Too many pictures are being uploaded right now.', { cause });

/** Its process has no secrets, and may crash or run out of memory without affecting others. */
async function decodeInChild(upload: Buffer, sidePx: number): Promise<Buffer> {
  const program = fileURLToPath(import.meta.resolve('./decode-in-child.ts'));
  const child = await spawnCapped(program, [`${sidePx}`]).catch((error) => {
    throw tooMany(error);
  });
  // The child may end before it has read everything.
  child.stdin.on('error', () => {}).end(upload);
  const [picture, written, [code]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  // Its processor time has its own limit, so a timeout means that the machine is busy.
  if (child.killed) throw tooMany();
  if (code !== 0) throw new Error(/^\w*Error: .*/m.exec(written)?.[0] ?? 'Decoding was cut short');
  return picture;
}
