import axios from 'axios';
import { getConfiguration } from './configuration.ts';
import { getDeviceId } from './device-id.ts';
import { getSession, sessionSignal } from './session.ts';
import { ensureXsrfCookie, repeatWithNewCookie } from './xsrf-cookie.ts';

/**
 * Sends the product calls. axios' defaults are the spec's: no deadline, and the cookie XSRF-TOKEN goes into the
 * header X-XSRF-TOKEN on same-origin calls only (spec section 7).
 */
export const http = axios.create({ withCredentials: false });

http.interceptors.request.use(async (request) => {
  request.baseURL = getConfiguration().apiBase;
  request.signal ??= sessionSignal();
  const { token } = getSession();
  if (token !== null) {
    request.headers.set('Authorization', `Bearer ${token}`);
    const deviceId = await getDeviceId();
    if (deviceId !== null) request.headers.set('X-Device-ID', deviceId);
  }
  if (request.method !== 'get') await ensureXsrfCookie();
  return request;
});

http.interceptors.response.use(undefined, repeatWithNewCookie);
