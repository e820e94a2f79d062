import { createHash } from 'node:crypto';

/** Returns an entity tag (RFC 9110, section 8.8.3) that changes with the content. */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}
