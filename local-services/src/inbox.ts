import fastify, { type FastifyInstance } from 'fastify';
import { pageHeaders } from './html.ts';
import { listPage, messageDocument, messageDocumentHeaders, messagePage } from './inbox-pages.ts';
import type { Mailbox } from './mailbox.ts';

const numberParameter = {
  type: 'object',
  properties: { id: { type: 'integer' } },
} as const;

/**
 * Starts the inbox: web pages for people and `GET /api/messages` for tests, with `?to=` for one
 * address, which answers an array of `Message`, newest first.
 */
export async function startInbox({
  mailbox,
  host,
  port,
}: {
  mailbox: Mailbox;
  host: string;
  port: number;
}): Promise<FastifyInstance> {
  const app = fastify();

  app.get('/', (_request, reply) => reply.headers(pageHeaders).send(listPage(mailbox.list())));

  app.get<{ Params: { id: number } }>(
    '/messages/:id',
    { schema: { params: numberParameter } },
    (request, reply) => {
      const message = mailbox.find(request.params.id);
      if (!message) return reply.callNotFound();
      return reply.headers(pageHeaders).send(messagePage(message));
    },
  );

  app.get<{ Params: { id: number } }>(
    '/messages/:id/content',
    { schema: { params: numberParameter } },
    (request, reply) => {
      const message = mailbox.find(request.params.id);
      if (!message?.html) return reply.callNotFound();
      return reply.headers(messageDocumentHeaders).send(messageDocument(message.html));
    },
  );

  app.get<{ Querystring: { to?: string } }>('/api/messages', (request) =>
    mailbox.list({ to: request.query.to }),
  );

  await app.listen({ host, port });
  return app;
}
