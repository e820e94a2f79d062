import { createHash, randomBytes } from 'node:crypto';

/** How long an access token lives after its last use. */
export const accessTokenDays = 30;

/** 32 random bytes, base64url: 43 characters that say nothing. */
export const createAccessToken = (): string => randomBytes(32).toString('base64url');

/** All that is stored of a token. It is random enough that a plain hash cannot be reversed. */
export const hashAccessToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
