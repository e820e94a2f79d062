import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A visitor, as described by the cookies of a request. */
export type Visitor = ReturnType<VisitorCookies['read']>;

/** Time for which browsers keep the cookies: 30 days. */
const keptSeconds = 30 * 24 * 60 * 60;

/** Returns 128 random bits. */
export const newVisitorId = (): string => randomBytes(16).toString('base64url');

/** The cookies of canaries and previews. No script can read them, and no other site can send them. */
export class VisitorCookies {
  readonly #isSecure: boolean;
  readonly #names: { id: string; preview: string };

  constructor({ SITE_URL }: { SITE_URL: string }) {
    this.#isSecure = SITE_URL.startsWith('https:');
    const prefix = this.#isSecure ? '__Host-' : '';
    this.#names = { id: `${prefix}kargo-visitor`, preview: `${prefix}kargo-preview` };
  }

  read({ cookies }: { cookies: Record<string, string | undefined> }) {
    const { [this.#names.id]: id, [this.#names.preview]: preview } = cookies;
    const isId = id !== undefined && /^[\w-]{22}$/.test(id);
    return {
      /** Random text by which canaries are given; undefined for a new visitor. */
      id: isId ? id : undefined,
      /** Version of the shell that failed in the browser, which its inline script has left. */
      failedShell: cookies['kargo-failed-shell'],
      /** Token of the link to a preview that was opened. */
      preview: preview || undefined,
    };
  }

  setId(reply: FastifyReply, id: string): void {
    this.#set(reply, this.#names.id, id, keptSeconds);
  }

  /** @param token of a link, whatever was in it; undefined to end the preview */
  setPreview(reply: FastifyReply, token: string | undefined): void {
    const isToken = token !== undefined && token.length <= 3000 && /^[\w.-]+$/.test(token);
    const value = isToken ? token : 'invalid';
    this.#set(reply, this.#names.preview, value, token === undefined ? 0 : keptSeconds);
  }

  #set(reply: FastifyReply, name: string, value: string, maxAge: number): void {
    reply.setCookie(name, value, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: this.#isSecure,
      maxAge,
    });
  }
}
