import fastify, { type FastifyInstance } from 'fastify';
import { pageHeaders } from './html.ts';
import { listPage, mailHeaders, mailPage, messagePage } from './inbox-pages.ts';
import type { Mailbox } from './mailbox.ts';

/**
 * Starts the inbox: web pages for people and, for tests, `GET /api/messages`, which returns an
 * array of `InboxMail`, newest first; `?to=` selects one address.
 */
export async function startInbox(
  mailbox: Mailbox,
  port: number,
  host: string,
): Promise<FastifyInstance> {
  const app = fastify();

  app.get('/', (_request, reply) => reply.headers(pageHeaders).send(listPage(mailbox.list())));

  const schema = { params: { properties: { id: { type: 'integer' } } } };

  app.get<{ Params: { id: number } }>('/messages/:id', { schema }, (request, reply) => {
    const message = mailbox.find(request.params.id);
    if (!message) return reply.callNotFound();
    return reply.headers(pageHeaders).send(messagePage(message));
  });

  app.get<{ Params: { id: number } }>('/messages/:id/html', { schema }, (request, reply) => {
    const { html } = mailbox.find(request.params.id) ?? {};
    if (!html) return reply.callNotFound();
    return reply.headers(mailHeaders).send(mailPage(html));
  });

  app.get<{ Querystring: { to?: string } }>('/api/messages', (request) =>
    mailbox.list(request.query.to),
  );

  await app.listen({ host, port });
  return app;
}
