import type { EarlyCalls } from '@kargo/shared-runtime/early-calls';
import { lookUpPublicIp } from '@kargo/shared-runtime/public-ip';
import { readStoredToken } from '@kargo/shared-runtime/session-storage';
import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { xsrfTokenIn } from '@kargo/shared-types/api/xsrf-token';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { earlyNameMark } from '@kargo/shared-types/page/page-marks';
import { paths } from '@kargo/shared-types/page/paths';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';

/** Attribute of `<html>` while a page shows prerendered placeholders. */
const frameMark = 'data-frame';

const { documentElement } = document;
const storedToken = readStoredToken();
if (storedToken) {
  documentElement.setAttribute(frameMark, '');
  writeName(startCalls(storedToken).verify).catch(() => {});
} else {
  documentElement.hidden = true;
  location.replace(paths.login());
}

/** Makes the first two calls as the API client would. The client takes them over. */
function startCalls(token: string): EarlyCalls {
  const block = document.getElementById(pageBlocks.configuration);
  const { ipLookupUrl, apiBase }: PublicConfiguration = JSON.parse(block?.textContent ?? '');
  const stop = new AbortController();
  const deviceId = lookUpPublicIp(ipLookupUrl);
  // No other origin may get this token.
  const isOwnOrigin = new URL(apiBase, location.href).origin === location.origin;
  const xsrfToken = isOwnOrigin && xsrfTokenIn(document.cookie);
  const verify = deviceId.then((id) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(id && { 'X-Device-ID': id }),
      ...(xsrfToken && { 'X-XSRF-TOKEN': xsrfToken }),
    };
    return fetch(apiBase + apiPaths.verify(), { signal: stop.signal, headers });
  });
  const calls = { token, deviceId, verify, cancel: () => stop.abort() };
  window.kargoEarlyCalls = calls;
  return calls;
}

/** Writes the driver's name as a new element, which browsers count as a paint. */
async function writeName(verify: Promise<Response>): Promise<void> {
  const response = await verify;
  const { name } = response.ok && (await response.clone().json());
  if (typeof name !== 'string') return;
  const write = () => {
    const element = document.createElement('span');
    element.textContent = name;
    document.querySelector(`[${earlyNameMark}]`)?.replaceChildren(element);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', write);
  else write();
}
