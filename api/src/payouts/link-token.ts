import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url: 43 characters that say nothing. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url');

/** All that is stored of the token in a mailed link. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();
