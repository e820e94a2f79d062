import fastify, { type FastifyInstance } from 'fastify';
import { pageHeaders } from './html.ts';
import { listPage, messageDocument, messageDocumentHeaders, messagePage } from './inbox-pages.ts';
import type { Mailbox } from './mailbox.ts';

const numberParameter = {
  type: 'object',
  properties: { id: { type: 'integer' } },
} as const;

/**
 * Starts the inbox: web pages for people and `/api/messages` for tests (`GET`, with `?to=` for one
 * address, answers an array of `Message`, newest first; `DELETE` empties the mailbox).
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

  app.delete('/api/messages', async (_request, reply) => {
    await mailbox.clear();
    return reply.code(204).send();
  });

  await app.listen({ host, port });
  return app;
}
