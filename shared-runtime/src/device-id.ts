import type { IpResponse } from '@kargo/shared-types/api/session';
import { getConfiguration } from './configuration.ts';
import { earlyDeviceId } from './early-calls.ts';

const lookUpDeadlineMs = 3000;

let lookUp: Promise<string | null> | undefined;

/**
 * The visitor's public IP address, which the calls carry as device id (spec section 3). Looked up
 * once per page; null when that fails.
 */
export function getDeviceId(): Promise<string | null> {
  lookUp ??= earlyDeviceId() ?? lookUpPublicIp();
  return lookUp;
}

async function lookUpPublicIp(): Promise<string | null> {
  try {
    const response = await fetch(getConfiguration().ipLookupUrl, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(lookUpDeadlineMs),
    });
    if (!response.ok) throw new Error(`The look-up answered ${response.status}`);
    const { ip }: Partial<IpResponse> = await response.json();
    if (typeof ip !== 'string' || ip === '') throw new Error('The look-up named no address');
    return ip;
  } catch (error) {
    console.error('Failed to fetch IP address:', error);
    return null;
  }
}
