import { negotiate } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest comes first. The weights in a request take precedence over this order. */
export const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Chooses an encoding by an Accept-Encoding header (RFC 9110, section 12.5.3). */
export function chooseEncoding(acceptEncoding = '', offered = encodings): Encoding {
  const chosen = negotiate(acceptEncoding.toLowerCase(), [...offered]);
  return offered.find((encoding) => encoding === chosen) ?? 'identity';
}
