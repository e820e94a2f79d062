import { newPublisherKey, publisherVariables } from 'shared-types/releases/release-signature';
import { readKeys } from '../keys.ts';

/** Variables of somebody who may publish every app, made for this run. */
export const keyVariables = publisherVariables(await newPublisherKey('owner', ['*']));

export const keys = readKeys(keyVariables);
