import { createHash, randomBytes } from 'node:crypto';

export const createSecretToken = (): string => randomBytes(32).toString('base64url');

/** Returns a hash to store instead of a token. A plain hash is sufficient for random tokens. */
export const hashSecretToken = (token: string) => createHash('sha256').update(token).digest();
