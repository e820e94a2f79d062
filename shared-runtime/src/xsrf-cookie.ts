import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import { xsrfTokenIn } from '@kargo/shared-types/api/xsrf-token';
import axios, { type AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { getConfiguration } from './configuration.ts';

let asking: Promise<unknown> | undefined;

/** Asks the API for the XSRF cookie unless the page has it. An API of another origin could not give it. */
export async function ensureXsrfCookie(): Promise<void> {
  if (isApiOnOwnOrigin() && xsrfTokenIn(document.cookie) === undefined) await ask();
}

/** Puts the token of the cookie into the header X-XSRF-TOKEN, on same-origin calls only (spec section 7). */
export function setXsrfHeader({ headers }: InternalAxiosRequestConfig): void {
  const token = xsrfTokenIn(document.cookie);
  if (isApiOnOwnOrigin() && token !== undefined) headers.set('X-XSRF-TOKEN', token);
}

/**
 * Repeats a call that was refused because the cookie is gone, or because another tab got a new one. It is sent
 * past the interceptors, so that this happens once, and as a call of the same session.
 *
 * @throws what the call failed with, when that was something else
 */
export async function repeatWithNewCookie(error: AxiosError<Partial<ErrorBody>>) {
  const isRefused = error.response?.data?.code === 'csrf_token_invalid';
  if (!isRefused || !error.config || !isApiOnOwnOrigin()) throw error;
  await ask();
  setXsrfHeader(error.config);
  return axios.request(error.config);
}

/** Calls that need the cookie at the same time share one request. A cookie that is valid is kept. */
function ask(): Promise<unknown> {
  const baseURL = getConfiguration().apiBase;
  asking ??= axios.get(apiPaths.xsrf(), { baseURL }).finally(() => {
    asking = undefined;
  });
  return asking;
}

function isApiOnOwnOrigin(): boolean {
  return new URL(getConfiguration().apiBase, location.href).origin === location.origin;
}
