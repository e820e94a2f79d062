import {
  mayPublish,
  type PublisherKey,
  type Publishers,
  parsePublisherKey,
  parsePublishers,
} from '@kargo/release-log/rules/release-signature';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { RefusedError } from './refused-error.ts';

export interface KeyedStore {
  store: ReleaseStore;
  keys: Keys;
}

/** The public keys of all publishers, and the private key of this one. */
export interface Keys {
  publishers: Publishers;
  /** Undefined if nothing is published. */
  key?: PublisherKey | undefined;
  /** The place of the publisher, such as a link to a CI run. */
  by?: string | undefined;
}

/**
 * Reads `PUBLISHERS` (a JWK set of public keys), `PUBLISHER_KEY` (a private JWK) and `KARGO_BY`.
 * Throws a RefusedError when one is malformed, or `PUBLISHERS` is missing.
 */
export function readKeys({ PUBLISHERS, PUBLISHER_KEY, KARGO_BY }: NodeJS.ProcessEnv): Keys {
  if (!PUBLISHERS)
    throw new RefusedError('PUBLISHERS is missing: the public keys of all publishers.');
  try {
    return {
      publishers: parsePublishers(PUBLISHERS, 'PUBLISHERS'),
      key: PUBLISHER_KEY ? parsePublisherKey(PUBLISHER_KEY, 'PUBLISHER_KEY') : undefined,
      by: KARGO_BY,
    };
  } catch (error) {
    throw new RefusedError((error as Error).message);
  }
}

/** @throws {RefusedError} when there is no key, or it may not publish this app */
export function keyFor(app: string, { publishers, key }: Keys): PublisherKey {
  if (!key) throw new RefusedError(`PUBLISHER_KEY is missing: the key that signs ${app}.`);
  const publisher = publishers.keys.find(({ kid, x }) => kid === key.kid && x === key.x);
  if (!publisher) throw new RefusedError(`The key ${key.kid} is not among PUBLISHERS.`);
  if (!mayPublish(publisher, app))
    throw new RefusedError(`The key ${key.kid} may not publish ${app}.`);
  return key;
}

/** Names the signer: the owner of the key, or else the key, and `KARGO_BY`. */
export function signerOf({ key, by = '' }: Keys): string {
  return [key?.owner ?? key?.kid ?? '', by].filter(Boolean).join(', ');
}
