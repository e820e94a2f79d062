import assert from 'node:assert/strict';
import type { buildApp } from '../app.ts';
import { type FormFields, multipartForm } from './multipart-form.ts';

export type Headers = Record<string, string>;

interface Caller {
  headers?: Headers | undefined;
  remoteAddress?: string;
}

/** Calls of an app, below `/api/v1` and without a socket. */
export function callsOf(app: Awaited<ReturnType<typeof buildApp>>) {
  const get = (path: string, caller: Caller = {}) =>
    app.inject({ url: `/api/v1${path}`, ...caller });
  const post = (path: string, payload?: object, caller: Caller = {}) =>
    app.inject({ method: 'POST', url: `/api/v1${path}`, payload, ...caller });
  return {
    get,
    post,
    /** Sends a form like a browser. */
    async postForm(path: string, fields: FormFields, headers: Headers = {}) {
      const { payload, headers: ofForm } = await multipartForm(fields);
      return post(path, payload, { headers: { ...headers, ...ofForm } });
    },
    /** Makes call 1 with this body, and returns the headers of its session. */
    async logIn(body: object): Promise<Headers> {
      const login = await post('/login', body);
      assert.equal(login.statusCode, 200, login.body);
      return bearer(login.json().access_token);
    },
    /** Makes call 2, and returns the headers of its session; undefined if the link is invalid. */
    async follow(token: string): Promise<Headers | undefined> {
      const response = await post('/driver/verify-magic-token', { token, device_id: null });
      if (response.statusCode === 200) return bearer(response.json().access_token);
      assert.equal(response.json().code, 'magic_token_invalid', response.body);
      return undefined;
    },
    logOut: (headers: Headers) => post('/logout', undefined, { headers }),
    reportPassword: (firebase_token: string, headers: Headers) =>
      post('/driver/password-changed', { firebase_token }, { headers }),
    /** Returns the status of call 3, which is 401 if the session has ended. */
    statusOf: async (headers: Headers | undefined) =>
      (await get('/verify', { headers })).statusCode,
    profileOf: async (headers: Headers) => (await get('/verify', { headers })).json(),
  };
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
