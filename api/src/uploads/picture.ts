import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promise as queueOf } from 'fastq';
import { fileTypeFromBuffer } from 'file-type';
import { imageMediaTypes } from 'shared-types/limits';
import { ApiError } from '../api-error.ts';

/** Whether an upload is a JPEG or a PNG, judged by its content, not by name or declared type. */
export async function isJpegOrPng(upload: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(upload);
  return imageMediaTypes.some((allowed) => allowed === type?.mime);
}

/** Pictures that are decoded at once, and that wait for it. */
const maxAtOnce = 2;
const maxWaiting = 8;

/** Longest that one picture may take, in milliseconds; most take half a second. */
const deadline = 5000;

/** In kilobytes. Node reserves some 600 MB for code that it never writes; the rest is the picture's. */
const maxMemory = 750_000;

const decodes = queueOf(decodeInChild, maxAtOnce);

type Decode = { upload: Buffer; side: number };

/**
 * Decodes a picture to its end and draws it anew as a square WebP.
 *
 * @throws {ApiError} `unavailable` when too many others wait; another error when the picture is
 *   damaged, truncated or far larger than a photo.
 */
export async function drawAnew(upload: Buffer, side: number): Promise<Buffer> {
  if (decodes.length() >= maxWaiting) {
    throw new ApiError('unavailable', 'Too many pictures are being uploaded right now.');
  }
  return decodes.push({ upload, side });
}

/**
 * A picture is decoded by a process of its own, which knows no secrets and may run out of memory or
 * crash without harm to anybody else.
 */
async function decodeInChild({ upload, side }: Decode): Promise<Buffer> {
  const program = fileURLToPath(import.meta.resolve('./decode-in-child.ts'));
  const capped = `ulimit -d ${maxMemory}; exec "$0" "$@"`;
  const child = spawn('sh', ['-c', capped, process.execPath, program, `${side}`], {
    env: {},
    timeout: deadline,
    killSignal: 'SIGKILL',
  });
  const isDone = new Promise<boolean>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(upload);
  const [picture, complaint, isWhole] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    isDone,
  ]);
  if (!isWhole) throw new Error(/^\w*Error: .*/m.exec(complaint)?.[0] ?? 'Decoding was cut short');
  return picture;
}
