import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Size of a piece. It is not known how much of a piece a visitor has read. */
const pieceBytes = 64 * 1024;

/**
 * Sends `content` in pieces, to tell slow readers from those who have stopped. Each is written once
 * the previous one has left; a stream would cost more than the rest. Hooks of `onSend` do not run.
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
