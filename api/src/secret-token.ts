import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url: 43 characters that say nothing. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url');

/** All that is stored of a token. It is random enough that a plain hash cannot be reversed. */
export const hashSecretToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
