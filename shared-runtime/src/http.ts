import axios from 'axios';
import { getConfiguration } from './configuration.ts';
import { getDeviceId } from './device-id.ts';
import { getSession, sessionSignal } from './session.ts';
import { ensureXsrfCookie, repeatWithNewCookie, setXsrfHeader } from './xsrf-cookie.ts';

/**
 * Sends the product calls. axios' default is the spec's: no deadline. Its XSRF header would be the first cookie of that
 * name, which may come from a site of the parent domain.
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
  if (request.method !== 'get') await ensureXsrfCookie();
  setXsrfHeader(request);
  return request;
});

http.interceptors.response.use(undefined, repeatWithNewCookie);
