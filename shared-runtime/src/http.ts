import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import { xsrfTokenIn } from '@kargo/shared-types/api/xsrf-token';
import axios, { type AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { getConfiguration } from './configuration.ts';
import { getDeviceId } from './device-id.ts';
import { getSession, sessionSignal } from './session.ts';

/**
 * Sends the product calls, without a deadline, as specified. axios would put the first cookie of
 * that name into the XSRF header, but that one may come from a site of the parent domain.
 */
export const http = axios.create({ withCredentials: false, withXSRFToken: false });

http.interceptors.request.use(async (request) => {
  request.baseURL = getConfiguration().apiBase;
  request.signal ??= sessionSignal();
  const { token } = getSession();
  if (token !== null) {
    request.headers.set('Authorization', `Bearer ${token}`);
    const deviceId = await getDeviceId();
    if (deviceId !== null) request.headers.set('X-Device-ID', deviceId);
  }
  const mayNeedCookie = request.method !== 'get' && isApiOnOwnOrigin();
  if (mayNeedCookie && xsrfTokenIn(document.cookie) === undefined) await askForCookie();
  setXsrfHeader(request);
  return request;
});

http.interceptors.response.use(undefined, repeatWithNewCookie);

let asking: Promise<unknown> | undefined;

/** Puts the cookie's token into X-XSRF-TOKEN, on same-origin calls only (spec section 7). */
function setXsrfHeader({ headers }: InternalAxiosRequestConfig): void {
  const token = xsrfTokenIn(document.cookie);
  if (isApiOnOwnOrigin() && token !== undefined) headers.set('X-XSRF-TOKEN', token);
}

/**
 * Repeats a call that was refused because the cookie is gone, or because another tab got a new one.
 * It bypasses the interceptors, so that this happens once, and as a call of the same session.
 *
 * @throws the error of the call, if it failed for another reason
 */
async function repeatWithNewCookie(error: AxiosError<Partial<ErrorBody>>) {
  const isRefused = error.response?.data?.code === 'csrf_token_invalid';
  if (!isRefused || !error.config || !isApiOnOwnOrigin()) throw error;
  await askForCookie();
  setXsrfHeader(error.config);
  return axios.request(error.config);
}

/** Simultaneous calls share one request for the cookie. A valid cookie is kept. */
function askForCookie(): Promise<unknown> {
  const baseURL = getConfiguration().apiBase;
  asking ??= axios.get(apiPaths.xsrf(), { baseURL }).finally(() => {
    asking = undefined;
  });
  return asking;
}

function isApiOnOwnOrigin(): boolean {
  return new URL(getConfiguration().apiBase, location.href).origin === location.origin;
}
