import {
  newPublisherKey,
  publisherVariables,
} from '@kargo/shared-types/releases/release-signature';
import { readKeys } from '../keys.ts';

/** Environment variables of a publisher of every app, with a key made for this run. */
export const keyVariables = publisherVariables(await newPublisherKey('owner', ['*']));

export const keys = readKeys(keyVariables);
