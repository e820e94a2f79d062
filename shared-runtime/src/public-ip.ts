import type { IpResponse } from '@kargo/shared-types/api/session';

const deadlineMs = 3000;

/** Looks up the visitor's public IP address; null when that fails. */
export async function lookUpPublicIp(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!response.ok) throw new Error(`The look-up answered ${response.status}`);
    const { ip }: Partial<IpResponse> = await response.json();
    // It goes into a header, which refuses some characters.
    const isAddress = typeof ip === 'string' && /^[!-~]{1,64}$/.test(ip);
    if (!isAddress) throw new Error('The look-up returned no address');
    return ip;
  } catch (error) {
    console.error('Failed to fetch IP address:', error);
    return null;
  }
}
