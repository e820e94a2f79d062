import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Size of a piece. How much of one piece a visitor has read cannot be measured. */
const pieceBytes = 64 * 1024;

/** Sends `content` in pieces, so that slow readers can be distinguished from those who have stopped. */
export function sendInPieces(reply: FastifyReply, content: Buffer): FastifyReply {
  if (content.length <= pieceBytes || reply.request.method === 'HEAD') return reply.send(content);
  return reply.header('content-length', content.length).send(Readable.from(piecesOf(content)));
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    yield content.subarray(start, start + pieceBytes);
  }
}
