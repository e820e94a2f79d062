import { getConfiguration } from './configuration.ts';
import { lookUpPublicIp } from './public-ip.ts';

let lookUp: Promise<string | null> | undefined;

/**
 * The visitor's public IP address, which the calls carry as device id (spec section 3). Looked up
 * once per page; null when that fails.
 */
export function getDeviceId(): Promise<string | null> {
  lookUp ??= globalThis.kargoEarlyCalls?.deviceId ?? lookUpPublicIp(getConfiguration().ipLookupUrl);
  return lookUp;
}
