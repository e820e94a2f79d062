import {
  mayPublish,
  type PublisherKey,
  type Publishers,
  parsePublisherKey,
  parsePublishers,
} from 'shared-types/releases/release-signature';
import { RefusedError } from './refused-error.ts';

/** Who may publish what, and who does so here. */
export interface Keys {
  publishers: Publishers;
  /** Undefined where nothing is published. */
  key?: PublisherKey | undefined;
}

/**
 * Reads `PUBLISHERS`, a JWK set of public keys, and `PUBLISHER_KEY`, a private JWK.
 *
 * @throws {RefusedError} when they are not that
 */
export function readKeys({ PUBLISHERS, PUBLISHER_KEY }: NodeJS.ProcessEnv): Keys {
  if (!PUBLISHERS) throw new RefusedError('PUBLISHERS is missing: the keys of who may publish.');
  try {
    const publishers = parsePublishers(PUBLISHERS, 'PUBLISHERS');
    return {
      publishers,
      key: PUBLISHER_KEY ? parsePublisherKey(PUBLISHER_KEY, 'PUBLISHER_KEY') : undefined,
    };
  } catch (error) {
    throw new RefusedError((error as Error).message);
  }
}

/**
 * The key that signs a release of this app.
 *
 * @throws {RefusedError} when there is none, or it may not
 */
export function keyFor(app: string, { publishers, key }: Keys): PublisherKey {
  if (!key) throw new RefusedError(`PUBLISHER_KEY is missing: the key that signs ${app}.`);
  const publisher = publishers.keys.find(({ kid, x }) => kid === key.kid && x === key.x);
  if (!publisher) throw new RefusedError(`The key ${key.kid} is not among PUBLISHERS.`);
  if (!mayPublish(publisher, app))
    throw new RefusedError(`The key ${key.kid} may not publish ${app}.`);
  return key;
}
