import { newPublisherKey, publisherVariables } from '@kargo/release-log/rules/release-signature';
import { readKeys } from '../keys.ts';

/** Environment variables of a publisher of all apps, with a new key. */
export const keyVariables = publisherVariables(await newPublisherKey('owner', ['*']));

export const keys = readKeys(keyVariables);
