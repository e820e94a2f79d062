import { apiBasePath, apiPaths } from 'shared-types/api-paths';
import type { ProfileResponse } from 'shared-types/driver';
import type { PublicConfiguration } from 'shared-types/public-configuration';
import { pageBlocks } from 'shared-types/release-addresses';
import type { LoginRequest, LoginResponse } from 'shared-types/session';
import type { Driver } from './drivers.ts';
import { siteUrl } from './site.ts';

/** A session of a driver at the API, opened without a browser. */
export class ApiSession {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  static async open(driver: Driver): Promise<ApiSession> {
    const { email, password } = driver;
    const login: LoginRequest = {
      email,
      password,
      type: 'driver',
      web_request: true,
      device_id: null,
      firebase_token: await idToken(driver),
    };
    const answer = await postJson(siteUrl + apiBasePath + apiPaths.login(), login);
    const { access_token } = (await answer.json()) as LoginResponse;
    return new ApiSession(access_token);
  }

  async profile(): Promise<ProfileResponse> {
    const answer = await requireOk(await this.#call(apiPaths.verify()));
    return (await answer.json()) as ProfileResponse;
  }

  async save({ name, phone }: Pick<ProfileResponse, 'name' | 'phone'>): Promise<void> {
    const body = new FormData();
    body.set('name', name);
    body.set('phone', phone);
    await requireOk(await this.#call(apiPaths.updateProfile(), { method: 'POST', body }));
  }

  /** Whether the API still knows the session. */
  async isOpen(): Promise<boolean> {
    return (await this.#call(apiPaths.verify())).ok;
  }

  /** Ends the session, unless it has ended before. */
  async close(): Promise<void> {
    await this.#call(apiPaths.logout(), { method: 'POST' });
  }

  #call(path: string, init?: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}` };
    return fetch(siteUrl + apiBasePath + path, { ...init, headers });
  }
}

/** What the identity provider's SDK does in the page. */
async function idToken({ email, password }: Driver): Promise<string> {
  const { firebase } = await publicConfiguration();
  if (!firebase) throw new Error('The site under test has no identity provider');
  const origin = firebase.authEmulatorUrl
    ? `${firebase.authEmulatorUrl}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com';
  const answer = await postJson(`${origin}/v1/accounts:signInWithPassword?key=${firebase.apiKey}`, {
    email,
    password,
    returnSecureToken: true,
  });
  const { idToken } = (await answer.json()) as { idToken: string };
  return idToken;
}

async function publicConfiguration(): Promise<PublicConfiguration> {
  const page = await (await requireOk(await fetch(siteUrl))).text();
  const block = new RegExp(`id="${pageBlocks.configuration}"[^>]*>(.*?)</script>`, 's').exec(page);
  if (!block?.[1]) throw new Error('The page carries no public configuration');
  return JSON.parse(block[1]);
}

async function postJson(url: string, content: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return requireOk(await fetch(url, { method: 'POST', headers, body: JSON.stringify(content) }));
}

async function requireOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
}
