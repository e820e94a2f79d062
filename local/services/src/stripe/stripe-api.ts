import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccountForm,
  createAccount,
  findAccount,
  type ListQuery,
  listAccounts,
  updateAccount,
} from './accounts-api.ts';
import { type ConnectedAccount, showAccount } from './connected-account.ts';
import { createFile, findFile } from './files-api.ts';
import { createAccountLink, createLoginLink, type LinkForm } from './links-api.ts';
import { newId } from './new-id.ts';
import { StripeError } from './stripe-error.ts';
import type { StripeState } from './stripe-state.ts';
import type { Webhook } from './webhook.ts';

export interface StripeApi {
  state: StripeState;
  webhook: Webhook;
  /** Origin of the hosted pages, for browsers. */
  pagesUrl: string;
  /** Seconds since 1970. */
  now: () => number;
}

type WithId = { Params: { id: string } };
type WithForm<Form> = { Body: Form | undefined };

/** The part of Stripe's API that Kargo uses, under `/v1`, for the official clients. */
export async function stripeApi(app: FastifyInstance, api: StripeApi): Promise<void> {
  const { state, webhook, pagesUrl, now } = api;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req'));
    requireKey(request.headers.authorization);
  });
  app.setErrorHandler((error, request, reply) => respondWithError(error, request, reply));
  repeatResponses(app, api);

  const changed = (account: ConnectedAccount) => {
    webhook.tell(account);
    return showAccount(account);
  };

  app.post<WithForm<AccountForm>>('/accounts', ({ body = {} }) =>
    changed(createAccount(state, body, now())),
  );
  app.get<{ Querystring: ListQuery }>('/accounts', ({ query }) => {
    const { accounts, hasMore } = listAccounts(state, query);
    const data = accounts.map(showAccount);
    return { object: 'list', url: '/v1/accounts', data, has_more: hasMore };
  });
  app.get<WithId>('/accounts/:id', ({ params }) => showAccount(findAccount(state, params.id)));
  app.post<WithId & WithForm<AccountForm>>('/accounts/:id', ({ params, body = {} }) =>
    changed(updateAccount(state, params.id, body)),
  );
  app.delete<WithId>('/accounts/:id', ({ params: { id } }) => {
    findAccount(state, id);
    delete state.content.accounts[id];
    return { id, object: 'account', deleted: true };
  });

  app.post<WithForm<LinkForm>>('/account_links', ({ body = {} }) => {
    const { path, expiresAt } = createAccountLink(state, body, now());
    const url = pagesUrl + path;
    return { object: 'account_link', created: now(), expires_at: expiresAt, url };
  });
  app.post<WithId>('/accounts/:id/login_links', ({ params }) => {
    const { path } = createLoginLink(state, params.id, now());
    return { object: 'login_link', created: now(), url: pagesUrl + path };
  });

  app.post<{ Body: Buffer }>('/files', async (request) =>
    createFile(state, await multipartOf(request)),
  );
  app.get<WithId>('/files/:id', ({ params }) => findFile(state, params.id));

  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}): this stand-in supports only what Kargo uses.`;
    reply.code(404).send(new StripeError(404, message).toBody());
  });
}

const day = 24 * 60 * 60;

/**
 * Repeats the response to an idempotency key for a day, and refuses it for a different request
 * (https://docs.stripe.com/api/idempotent_requests). Saves changes before the response.
 */
function repeatResponses(app: FastifyInstance, { state, now }: StripeApi): void {
  const { answers } = state.content;

  app.addHook('preHandler', async (request, reply) => {
    const kept = answers[keyOf(request)];
    if (!kept) return;
    if (kept.request !== fingerprint(request)) {
      throw new StripeError(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      );
    }
    return reply
      .code(kept.status)
      .header('idempotent-replayed', 'true')
      .type('application/json')
      .send(kept.body);
  });

  app.addHook('onSend', async (request, reply, body: string) => {
    const key = keyOf(request);
    const isRefusedKey = body.includes('"idempotency_error"');
    if (key && !answers[key] && !isRefusedKey && reply.statusCode !== 401) {
      answers[key] = {
        request: fingerprint(request),
        status: reply.statusCode,
        body,
        expiresAt: now() + day,
      };
    }
    state.save();
    return body;
  });
}

function keyOf({ headers, method }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key : '';
}

function fingerprint({ method, url, body }: FastifyRequest): string {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  return hash.update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? '')).digest('base64url');
}

function requireKey(authorization: string | undefined): void {
  const [, key] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
  if (key && /^(sk|rk)_test_/.test(key)) return;
  throw new StripeError(401, 'The stand-in takes keys that begin with sk_test_ or rk_test_ only.');
}

async function multipartOf({ body, headers }: FastifyRequest<{ Body: Buffer }>): Promise<FormData> {
  try {
    const type = headers['content-type'] ?? '';
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData();
  } catch {
    throw new StripeError(400, 'The upload is not a multipart form.');
  }
}

function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof StripeError)) request.log.error(error);
  const known =
    error instanceof StripeError
      ? error
      : new StripeError(500, 'Something went wrong in the stand-in.', { type: 'api_error' });
  reply.code(known.status).send(known.toBody());
}
