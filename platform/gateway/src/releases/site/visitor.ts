import { randomBytes } from 'node:crypto';
import { isToken } from '@kargo/release-log/rules/preview-token';
import type { FastifyReply } from 'fastify';

/** The visitor, as described by the cookies of a request. */
export type Visitor = ReturnType<ReturnType<typeof visitorCookies>['read']>;

/** How long browsers keep the cookies: 30 days. */
const keptSeconds = 30 * 24 * 60 * 60;

export const newVisitorId = (): string => randomBytes(16).toString('base64url');

/** The cookies of canaries and previews. No script can read them, no other site can send them. */
export function visitorCookies({ SITE_URL }: { SITE_URL: string }) {
  const secure = SITE_URL.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const names = { id: `${prefix}kargo-visitor`, preview: `${prefix}kargo-preview` };
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure } as const;
  // Not by `setCookie`, which needs a hook that `sendInPieces` skips.
  const set = (reply: FastifyReply, name: string, value: string, maxAge: number) =>
    reply.header('set-cookie', reply.server.serializeCookie(name, value, { ...options, maxAge }));
  return {
    read({ cookies }: { cookies: Record<string, string | undefined> }) {
      const { [names.id]: id, [names.preview]: preview } = cookies;
      const isId = id !== undefined && /^[\w-]{22}$/.test(id);
      return {
        /** A random text that decides about canaries; undefined for a new visitor. */
        id: isId ? id : undefined,
        /** The shell version that failed in the browser. The page's inline script sets it. */
        failedShell: cookies['kargo-failed-shell'],
        /** The token of the preview link that was opened. */
        preview: preview || undefined,
      };
    },

    setId(reply: FastifyReply, id: string): void {
      set(reply, names.id, id, keptSeconds);
    },

    /** @param token of a link, with any content; undefined to end the preview */
    setPreview(reply: FastifyReply, token: string | undefined): void {
      const maxAge = token === undefined ? 0 : keptSeconds;
      set(reply, names.preview, token && isToken(token) ? token : 'invalid', maxAge);
    },
  };
}
