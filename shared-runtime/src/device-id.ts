import { getConfiguration } from './configuration.ts';
import { lookUpPublicIp } from './public-ip.ts';

let lookUp: Promise<string | null> | undefined;

/**
 * The visitor's public IP address, which the calls carry as device id (spec section 3). Looked up
 * once per page, and again when the browser was offline; null when that fails.
 */
export function getDeviceId(): Promise<string | null> {
  lookUp ??= lookedUp(globalThis.kargoEarlyCalls?.deviceId);
  return lookUp;
}

async function lookedUp(early?: Promise<string | null>): Promise<string | null> {
  const address = await (early ?? lookUpPublicIp(getConfiguration().ipLookupUrl));
  if (address === null && !navigator.onLine)
    addEventListener('online', () => (lookUp = lookedUp()), { once: true });
  return address;
}
