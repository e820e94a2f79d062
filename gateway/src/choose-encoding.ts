import { negotiate } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first; the visitor's own weights come before this order. */
export const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding to answer with, from an Accept-Encoding header (RFC 9110, section 12.5.3). Without
 * one, and when it makes no sense, the answer is not compressed.
 */
export function chooseEncoding(acceptEncoding = '', offered = encodings): Encoding {
  const chosen = negotiate(acceptEncoding.toLowerCase(), [...offered]);
  return offered.find((encoding) => encoding === chosen) ?? 'identity';
}
