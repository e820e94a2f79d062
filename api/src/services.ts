import type { Stripe } from 'stripe';
import type { Database } from './database/tables.ts';
import type { Env } from './env.ts';
import type { IdentityProvider } from './identity/identity.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { FileStorage } from './storage/open-storage.ts';

/** Dependencies of the routes: the environment, and services that the caller opens and closes. */
export interface Services {
  env: Env;
  db: Database;
  disk: FileStorage;
  identity: IdentityProvider;
  mailer: Mailer;
  metrics: Metrics;
  /** Undefined if Stripe is not configured; then payouts are refused, and everything else works. */
  stripe: Stripe | undefined;
}
