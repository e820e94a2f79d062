import type { FastifyInstance } from 'fastify';
import { findAccount } from './accounts-api.ts';
import { type ConnectedAccount, readDecision } from './connected-account.ts';
import { accountsPage, headersFor } from './hosted-pages.ts';
import type { StripeApi } from './stripe-api.ts';

interface SeededAccount
  extends Pick<ConnectedAccount, 'id' | 'email' | 'detailsSubmitted' | 'disabledReason'> {
  first_name: string;
  last_name: string;
}

/**
 * Routes that real Stripe lacks: a page where a person makes Stripe's decisions about accounts,
 * and `POST /stand-in/accounts`, which adds missing seeded accounts.
 */
export async function controlRoutes(
  app: FastifyInstance,
  { state, webhook, now }: StripeApi,
): Promise<void> {
  app.get('/', (_request, reply) =>
    reply.headers(headersFor()).send(accountsPage(Object.values(state.content.accounts))),
  );

  app.post<{ Params: { id: string }; Body: { decision?: string } }>(
    '/stand-in/accounts/:id/decision',
    (request, reply) => {
      const account = findAccount(state, request.params.id);
      account.disabledReason = readDecision(request.body.decision);
      webhook.tell(account);
      state.save();
      return reply.redirect('/', 303);
    },
  );

  app.post<{ Body: SeededAccount[] }>('/stand-in/accounts', (request, reply) => {
    for (const seeded of request.body) {
      state.content.accounts[seeded.id] ??= toAccount(seeded, now());
    }
    state.save();
    return reply.code(204).send();
  });
}

function toAccount(seeded: SeededAccount, now: number): ConnectedAccount {
  const { id, email, first_name, last_name, detailsSubmitted, disabledReason } = seeded;
  return {
    id,
    created: now,
    email,
    metadata: {},
    person: {
      first_name,
      last_name,
      phone: '+12025550100',
      dob: { day: 15, month: 3, year: 1990 },
      document: `file_of_${id}`,
    },
    isHandedOver: true,
    detailsSubmitted,
    bank: detailsSubmitted ? { last4: '6789' } : null,
    disabledReason,
  };
}
