import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { LoginResponse } from '@kargo/shared-types/api/session';
import type { Driver } from 'e2e/support/drivers';
import { idToken } from 'e2e/support/identity-provider';
import { siteUrl } from 'e2e/support/site';

/** Calls the API through the gateway like a driver's page, without checking the responses. */
export class ApiCaller {
  readonly driver: Driver;
  headers: Record<string, string> = {};
  readonly #origin: string;

  constructor(driver: Driver, origin = siteUrl) {
    this.driver = driver;
    this.#origin = origin;
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...this.headers, ...(init.headers as Record<string, string>) };
    return fetch(this.#origin + apiBasePath + path, { ...init, headers });
  }

  /** Gets the cookie that a page needs for calls that change something, and logs in. */
  async logIn(): Promise<Response> {
    const given = await fetch(this.#origin + apiBasePath + apiPaths.xsrf());
    const cookie = /XSRF-TOKEN=[^;]+/.exec(given.headers.get('set-cookie') ?? '')?.[0] ?? '';
    await given.text();
    this.headers = { cookie, 'x-xsrf-token': cookie.split('=', 2)[1] ?? '', 'x-device-id': '' };
    const { email, password } = this.driver;
    const login = { email, password, type: 'driver', web_request: true, device_id: null };
    const body = JSON.stringify({ ...login, firebase_token: await idToken(this.driver) });
    const headers = { 'content-type': 'application/json' };
    const response = await this.call(apiPaths.login(), { method: 'POST', headers, body });
    if (response.ok) {
      const { access_token } = (await response.clone().json()) as LoginResponse;
      this.headers.authorization = `Bearer ${access_token}`;
    }
    return response;
  }

  /** Saves the profile, with a picture if one is given. */
  save(name: string, image?: Buffer): Promise<Response> {
    const body = new FormData();
    body.set('name', name);
    body.set('phone', '2025550123');
    if (image) body.set('image', new File([new Uint8Array(image)], 'me.png'));
    return this.call(apiPaths.updateProfile(), { method: 'POST', body });
  }
}
