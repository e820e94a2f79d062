import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { sendInPieces } from '../../transport/send-in-pieces.ts';
import type { VerifiedFile } from './verified-files.ts';

/** Sends a file, or the range of it that a video player has requested (RFC 9110). */
export function sendFile(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { content, encoding, type, etag }: VerifiedFile,
  cacheControl: string,
): FastifyReply {
  // Otherwise caches would give everybody the id of the first visitor's request.
  reply.removeHeader('x-request-id');
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    etag,
    vary: 'accept-encoding',
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(type);
  const isRange = method === 'GET' && headers.range?.trimStart().startsWith('bytes=');
  const isPart = isRange && (headers['if-range'] ?? etag) === etag;
  const ranges = isPart ? rangesOf(headers.range ?? '', content.length) : [];
  if (ranges === -1) {
    return reply
      .code(416)
      .headers({
        'cache-control': 'private, no-store',
        'content-range': `bytes */${content.length}`,
      })
      .type('text/plain; charset=utf-8')
      .send('Range not satisfiable\n');
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // The whole file is sent if the range is invalid, or if there are several.
  const [range, ...others] = ranges === -2 ? [] : ranges;
  if (!range || others.length > 0) return sendInPieces(reply, content);
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${content.length}`);
  return sendInPieces(reply, content.subarray(range.start, range.end + 1));
}

/** Wraps `parseRange`, which rejects a request for the last bytes if the file has fewer. */
function rangesOf(range: string, size: number) {
  const last = /^bytes=-(\d+)$/.exec(range.trim())?.[1];
  return parseRange(size, Number(last) > size ? 'bytes=0-' : range, { combine: true });
}
