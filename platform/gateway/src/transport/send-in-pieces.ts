import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Size of a piece. How much of one piece a visitor has read cannot be measured. */
const pieceBytes = 64 * 1024;

/**
 * Sends `content` in pieces, so that slow readers can be told from those who have stopped. Each is written
 * once the previous one has left, without a stream, which would cost the most. Hooks of `onSend` do not run.
 */
export function sendInPieces(reply: FastifyReply, content: Buffer): FastifyReply {
  if (content.length <= pieceBytes || reply.request.method === 'HEAD') return reply.send(content);
  const headers = reply.header('content-length', content.length).getHeaders();
  reply.hijack().raw.writeHead(reply.statusCode, headers as OutgoingHttpHeaders);
  sendFrom(reply.raw, content, 0);
  return reply;
}

function sendFrom(response: ServerResponse, content: Buffer, start: number): void {
  const end = start + pieceBytes;
  const piece = content.subarray(start, end);
  if (end >= content.length) response.end(piece);
  else response.write(piece, (error) => error ?? sendFrom(response, content, end));
}
