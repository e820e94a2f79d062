import fastify, { type FastifyInstance } from 'fastify';
import { pageHeaders } from './html.ts';
import { listPage, messagePage } from './inbox-pages.ts';
import type { Mailbox } from './mailbox.ts';

/**
 * Starts the inbox: web pages for people and `GET /api/messages` for tests, with `?to=` for one
 * address, which responds with an array of `Message`, newest first.
 */
export async function startInbox(
  mailbox: Mailbox,
  port: number,
  host: string,
): Promise<FastifyInstance> {
  const app = fastify();

  app.get('/', (_request, reply) => reply.headers(pageHeaders).send(listPage(mailbox.list())));

  app.get<{ Params: { id: number } }>(
    '/messages/:id',
    { schema: { params: { properties: { id: { type: 'integer' } } } } },
    (request, reply) => {
      const message = mailbox.find(request.params.id);
      if (!message) return reply.callNotFound();
      return reply.headers(pageHeaders).send(messagePage(message));
    },
  );

  app.get<{ Querystring: { to?: string } }>('/api/messages', (request) =>
    mailbox.list(request.query.to),
  );

  await app.listen({ host, port });
  return app;
}
