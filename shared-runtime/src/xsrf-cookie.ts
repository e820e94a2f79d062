import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import axios, { type AxiosError } from 'axios';
import { getConfiguration } from './configuration.ts';

let asking: Promise<unknown> | undefined;

/** Asks the API for the XSRF cookie unless the page has it. An API of another origin could not give it. */
export async function ensureXsrfCookie(): Promise<void> {
  if (isApiOnOwnOrigin() && !/(^|; )XSRF-TOKEN=[^;]/.test(document.cookie)) await ask();
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
