import type { Stripe } from 'stripe';
import type { Database } from './database/tables.ts';
import type { Env } from './env.ts';
import type { IdentityProvider } from './identity/identity.ts';
import type { Mailer } from './mail/mailer.ts';
import type { FileStorage } from './storage/open-storage.ts';

/** What routes work with: the environment, and outside services, opened and closed by the caller. */
export interface Services {
  env: Env;
  db: Database;
  disk: FileStorage;
  identity: IdentityProvider;
  mailer: Mailer;
  /** Undefined where Stripe is not configured: payouts are refused, the rest works. */
  stripe: Stripe | undefined;
}
