import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promise as queueOf } from 'fastq';
import { fileTypeFromBuffer } from 'file-type';
import type { ErrorCode } from 'shared-types/api/error';
import { imageMediaTypes } from 'shared-types/forms/limits';
import { ApiError } from '../api-error.ts';
import { spawnCapped } from './spawn-capped.ts';

/** Whether an upload is a JPEG or a PNG, judged by its content, not by name or declared type. */
export async function isJpegOrPng(upload: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(upload);
  return imageMediaTypes.some((allowed) => allowed === type?.mime);
}

/** Pictures that are decoded at once, and that wait for it. */
const maxAtOnce = 2;
const maxWaiting = 8;

const decodes = queueOf(decodeInChild, maxAtOnce);

interface Decode {
  upload: Buffer;
  sidePx: number;
  /** What makes a picture unreadable: cameras write some that bring a warning. */
  failOn: 'error' | 'warning';
}

/**
 * Decodes a picture to its end and draws it anew as a square WebP.
 *
 * @param unreadable what is said of a picture that is damaged, truncated or far larger than a photo
 * @throws {ApiError} as `unreadable` says, or `unavailable` when too many others wait
 */
export async function drawAnew(
  upload: Buffer,
  sidePx: number,
  unreadable: { code: ErrorCode; message: string },
  failOn: Decode['failOn'] = 'error',
): Promise<Buffer> {
  if (decodes.length() >= maxWaiting) {
    throw new ApiError('unavailable', 'Too many pictures are being uploaded right now.');
  }
  return decodes.push({ upload, sidePx, failOn }).catch((cause) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(unreadable.code, unreadable.message, { cause });
  });
}

/**
 * Decodes a picture in a process of its own, which has no secrets, and may run out of memory or crash
 * without affecting other requests.
 */
async function decodeInChild({ upload, sidePx, failOn }: Decode): Promise<Buffer> {
  const program = fileURLToPath(import.meta.resolve('./decode-in-child.ts'));
  const child = await spawnCapped(program, [`${sidePx}`, failOn]);
  const isDone = new Promise<boolean>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(upload);
  const [picture, written, isWhole] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    isDone,
  ]);
  // Judged by its header it takes a second at most: the machine is busy, not the picture bad.
  if (child.killed) {
    throw new ApiError('unavailable', 'Too many pictures are being uploaded right now.');
  }
  if (!isWhole) throw new Error(/^\w*Error: .*/m.exec(written)?.[0] ?? 'Decoding was cut short');
  return picture;
}
