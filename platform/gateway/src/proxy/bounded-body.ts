import type { IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';

/** A body was refused. `statusCode` is the status of the response. */
export class BodyError extends Error {
  readonly statusCode: 400 | 408 | 413;

  constructor(statusCode: BodyError['statusCode'], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

interface Bounds {
  bytes: number;
  /** Timeout for the whole body or, with `bytesInTime`, for each portion of that many bytes. */
  milliseconds: number;
  bytesInTime?: number;
}

/**
 * Returns a request's body as a stream that fails when it is too large, too slow or aborted. The
 * request itself is not destroyed, so that a response can be sent.
 *
 * @throws {BodyError} at once when `content-length` is too large, later as the stream's error
 */
export function boundedBody(
  body: IncomingMessage,
  { bytes, milliseconds, bytesInTime = Number.POSITIVE_INFINITY }: Bounds,
): Readable {
  // Created only when needed, since its stack trace takes more time than everything else here.
  const tooLarge = () => new BodyError(413, `a body of more than ${bytes} bytes`);
  if (Number(body.headers['content-length']) > bytes) throw tooLarge();
  let size = 0;
  let sizeInTime = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      sizeInTime += chunk.length;
      if (sizeInTime >= bytesInTime) {
        sizeInTime = 0;
        timer.refresh();
      }
      if (size > bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  const timer = setTimeout(() => {
    // As long as data waits here to be read, the visitor is not too slow.
    if (bounded.readableLength > 0) timer.refresh();
    else bounded.destroy(new BodyError(408, 'a body that comes too slowly'));
  }, milliseconds);
  finished(bounded, { readable: false }, () => clearTimeout(timer));
  finished(body, { writable: false }, (error) => {
    if (error) bounded.destroy(new BodyError(400, 'a body that was broken off'));
  });
  return body.pipe(bounded);
}
