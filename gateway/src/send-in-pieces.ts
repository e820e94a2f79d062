import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Of what is written at once, nobody can tell how much a visitor has taken. */
const pieceBytes = 64 * 1024;

/** Sends `content` piece by piece, so that a slow reader can be told from one who has stopped. */
export function sendInPieces(reply: FastifyReply, content: Buffer): FastifyReply {
  if (content.length <= pieceBytes || reply.request.method === 'HEAD') return reply.send(content);
  return reply.header('content-length', content.length).send(Readable.from(piecesOf(content)));
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    yield content.subarray(start, start + pieceBytes);
  }
}
