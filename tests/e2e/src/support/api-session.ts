import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { ProfileResponse } from '@kargo/shared-types/api/driver';
import type { PayoutFields, PayoutResponse } from '@kargo/shared-types/api/payout';
import type { LoginRequest, LoginResponse } from '@kargo/shared-types/api/session';
import type { Driver } from './drivers.ts';
import { idToken } from './identity-provider.ts';
import { identityDocument } from './picture.ts';
import { postJson, requireOk } from './requests.ts';
import { siteUrl } from './site.ts';

export const payoutDetails: PayoutFields = {
  first_name: 'Nell',
  last_name: 'Newby',
  phone: '+1 2025550142',
  day: '29',
  month: '2',
  year: '1988',
};

function profileFields(name: string, image?: Buffer): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('phone', '2025550123');
  if (image) form.set('image', new File([new Uint8Array(image)], 'me.png'));
  return form;
}

/** A driver's session at the API, without a browser. */
export class ApiSession {
  readonly token: string;
  readonly #site: string;

  constructor(token: string, site = siteUrl) {
    this.token = token;
    this.#site = site;
  }

  /** @param site origin, by default the tested site's */
  static async open(driver: Driver, site = siteUrl): Promise<ApiSession> {
    const { email, password } = driver;
    const login: LoginRequest = {
      email,
      password,
      type: 'driver',
      web_request: true,
      device_id: null,
      firebase_token: await idToken(driver),
    };
    const response = await postJson(site + apiBasePath + apiPaths.login(), login);
    const { access_token } = (await response.json()) as LoginResponse;
    return new ApiSession(access_token, site);
  }

  async profile(): Promise<ProfileResponse> {
    const response = await requireOk(await this.call(apiPaths.verify()));
    return (await response.json()) as ProfileResponse;
  }

  /** Sends the profile's form, and does not check the response. */
  save(...fields: Parameters<typeof profileFields>): Promise<Response> {
    const body = profileFields(...fields);
    return this.call(apiPaths.updateProfile(), { method: 'POST', body });
  }

  /** Sends a complete payout form, and returns the token for requesting new links. */
  async sendPayoutDetails(): Promise<string> {
    const body = new FormData();
    for (const [name, value] of Object.entries(payoutDetails)) body.set(name, value);
    body.set('docs', new File([new Uint8Array(identityDocument())], 'licence.png'));
    const response = await this.call(apiPaths.insertPayoutDetails(), { method: 'POST', body });
    const { stripe_error_token } = (await (await requireOk(response)).json()) as PayoutResponse;
    return stripe_error_token;
  }

  async isOpen(): Promise<boolean> {
    return (await this.call(apiPaths.verify())).ok;
  }

  async close(): Promise<void> {
    await this.call(apiPaths.logout(), { method: 'POST' });
  }

  /** Calls the API, and does not check the response. */
  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    return fetch(this.#site + apiBasePath + path, { ...init, headers });
  }
}
