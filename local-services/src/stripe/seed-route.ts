import type { FastifyInstance } from 'fastify';
import type { ConnectedAccount } from './connected-account.ts';
import type { StripeApi } from './stripe-api.ts';

/** An account that a local installation begins with, and how far it has come. */
export interface SeededAccount {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  progress: 'started' | 'finished' | 'document_missing';
}

/**
 * `POST /stand-in/accounts`: adds accounts that are missing and leaves the others as they are. Real
 * Stripe has no such call: there only a person can finish an account.
 */
export async function seedRoute(app: FastifyInstance, { state, now }: StripeApi): Promise<void> {
  app.post<{ Body: SeededAccount[] }>('/stand-in/accounts', (request, reply) => {
    for (const seeded of request.body) {
      state.content.accounts[seeded.id] ??= toAccount(seeded, now());
    }
    state.save();
    return reply.code(204).send();
  });
}

function toAccount(seeded: SeededAccount, now: number): ConnectedAccount {
  const { id, email, first_name, last_name, progress } = seeded;
  const isSubmitted = progress !== 'started';
  return {
    id,
    created: now,
    country: 'US',
    email,
    businessProfile: {},
    metadata: {},
    person: {
      first_name,
      last_name,
      email,
      phone: '+12025550100',
      dob: { day: 15, month: 3, year: 1990 },
      document: `file_of_${id}`,
    },
    isHandedOver: true,
    detailsSubmitted: isSubmitted,
    bank: isSubmitted ? { last4: '6789', routing: '110000000' } : null,
    disabledReason: progress === 'document_missing' ? 'requirements.past_due' : null,
  };
}
