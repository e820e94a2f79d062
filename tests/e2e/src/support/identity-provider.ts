import { setTimeout as wait } from 'node:timers/promises';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import type { BrowserContext } from '@playwright/test';
import type { Driver } from './drivers.ts';
import { postJson, requireOk } from './requests.ts';
import { siteUrl } from './site.ts';

// The state of the identity provider's SDK in the page.

/** The second in which each driver has signed in last, by e-mail address. */
const lastSignIns = new Map<string, number>();

const second = () => Math.floor(Date.now() / 1000);

/**
 * Waits until a login of a driver gives a new token: two tokens of the same second are equal, and
 * each opens only one session.
 */
export async function untilTokenIsNew({ email }: Driver): Promise<void> {
  while (second() <= (lastSignIns.get(email) ?? 0)) await wait(50);
}

/** Notes when drivers sign in in a browser, whatever page and form they use. */
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
  const response = await call('accounts:signInWithPassword', credentials);
  // The next second may have begun during the request.
  lastSignIns.set(email, second());
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}

async function call(method: string, content: object): Promise<Response> {
  const { firebase } = await publicConfiguration();
  if (!firebase) throw new Error('The site under test has no identity provider');
  const origin = firebase.authEmulatorUrl
    ? `${firebase.authEmulatorUrl}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com';
  return postJson(`${origin}/v1/${method}?key=${firebase.apiKey}`, content);
}

async function publicConfiguration(): Promise<PublicConfiguration> {
  const page = await (await requireOk(await fetch(siteUrl))).text();
  const block = new RegExp(`id="${pageBlocks.configuration}"[^>]*>(.*?)</script>`, 's').exec(page);
  if (!block?.[1]) throw new Error('The page carries no public configuration');
  return JSON.parse(block[1]);
}
