import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { Driver } from './drivers.ts';
import { postJson } from './requests.ts';
import { authUrl } from './site.ts';

const signInUrl = `${authUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;

/** The second of each driver's last sign-in, by email address. */
const lastSignIns = new Map<string, number>();

const second = () => Math.floor(Date.now() / 1000);

/**
 * Waits until a driver's login would return a new token. Tokens of the same second are equal, and
 * a token opens only one session.
 */
export async function untilTokenIsNew({ email }: Driver): Promise<void> {
  while (second() <= (lastSignIns.get(email) ?? 0)) await wait(50);
}

/** Notes when drivers sign in by browser, on any page and form. */
export function noteSignIns(context: BrowserContext): void {
  context.on('response', (response) => {
    if (!response.url().includes('/accounts:signInWithPassword')) return;
    lastSignIns.set(response.request().postDataJSON().email, second());
  });
}

/** Signs in at the identity provider and returns the ID token. */
export async function idToken(driver: Driver): Promise<string> {
  await untilTokenIsNew(driver);
  const { email, password } = driver;
  const credentials = { email, password, returnSecureToken: true };
  const response = await postJson(signInUrl, credentials);
  // The next second may have begun by now.
  lastSignIns.set(email, second());
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}
