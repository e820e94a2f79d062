import { setTimeout as wait } from 'node:timers/promises';
import type { PublicConfiguration } from 'shared-types/public-configuration';
import { pageBlocks } from 'shared-types/release-addresses';
import type { Driver } from './drivers.ts';
import { postJson, requireOk } from './requests.ts';
import { siteUrl } from './site.ts';

// What the identity provider's SDK does in the page.

/** Times of the drivers' last sign-ins here, in seconds. */
const lastSignIns = new Map<string, number>();

const second = () => Math.floor(Date.now() / 1000);

/**
 * Signs in at the identity provider and returns the ID token. At most once a second as one driver:
 * two tokens of one second are equal, and each opens one session only.
 */
export async function idToken({ email, password }: Driver): Promise<string> {
  while (second() === lastSignIns.get(email)) await wait(50);
  lastSignIns.set(email, second());
  const credentials = { email, password, returnSecureToken: true };
  const answer = await call('accounts:signInWithPassword', credentials);
  const { idToken } = (await answer.json()) as { idToken: string };
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
