import { apiPaths } from '@kargo/shared-types/api/api-paths';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';

/** A request as it left the page. */
export interface SentRequest {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** As handed to the browser: JSON is text, a form is `FormData`. */
  body: unknown;
}

interface FakeResponse {
  status?: number;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** `'no response'` means a network failure. */
type FakeResponding = FakeResponse | 'no response' | Promise<FakeResponse | 'no response'>;

/** Replaces the network below the API client, so headers, cookies and cancelling are real. */
export class FakeApi {
  readonly requests: SentRequest[] = [];
  readonly #answers = new Map<string, (request: SentRequest) => FakeResponding>();
  readonly #pageGlobals = { XMLHttpRequest: window.XMLHttpRequest, fetch: globalThis.fetch };

  constructor() {
    const api = this;
    this.on(apiPaths.xsrf(), () => {
      setXsrfCookie('from-api');
      return { status: 204 };
    });
    window.XMLHttpRequest = class extends FakeXhr {
      protected override answer = (request: SentRequest) => api.#answer(request);
    } as unknown as typeof XMLHttpRequest;
    globalThis.fetch = async (url) => {
      const request = { method: 'GET', url: String(url), headers: {}, body: undefined };
      const response = await api.#answer(request);
      if (response === 'no response') throw new TypeError('Failed to fetch');
      return Response.json(response.body ?? null, { status: response.status ?? 200 });
    };
  }

  /** Answers `path` like this from now on, under any origin and base. */
  on(path: string, answering: FakeResponding | ((request: SentRequest) => FakeResponding)): void {
    this.#answers.set(path, typeof answering === 'function' ? answering : () => answering);
  }

  /** Answers `path` when the returned function is called. */
  holdBack(path: string): (response: FakeResponse | 'no response') => void {
    let answer = (_: FakeResponse | 'no response') => {};
    this.on(path, new Promise((resolve) => (answer = resolve)));
    return answer;
  }

  async untilSent(path: string): Promise<void> {
    while (this.sentTo(path).length === 0) await new Promise((resolve) => setTimeout(resolve));
  }

  sentTo(path: string): SentRequest[] {
    return this.requests.filter(({ url }) => url.endsWith(path));
  }

  /** Restores the page's network, and removes the cookie. */
  remove(): void {
    setXsrfCookie(null);
    window.XMLHttpRequest = this.#pageGlobals.XMLHttpRequest;
    globalThis.fetch = this.#pageGlobals.fetch;
  }

  async #answer(request: SentRequest): Promise<FakeResponse | 'no response'> {
    this.requests.push(request);
    const [, answer] = [...this.#answers].find(([path]) => request.url.endsWith(path)) ?? [];
    return (await answer?.(request)) ?? { status: 404, body: { code: 'not_found' } };
  }
}

/** Sets the cookie as the API does; null removes it. */
export function setXsrfCookie(value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
  document.cookie = `XSRF-TOKEN=${value ?? '; max-age=0'}; path=/`;
}

/** Makes the browser say that it is online or offline. */
export function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** A driver who has set up nothing yet, as `/verify` answers. */
export const profile = {
  name: 'Ada Field',
  phone: '+1 (202) 555-0110',
  image: null,
  form_completed: false,
  onboarding_completed: false,
  onboarding_error: null,
  stripe_error_token: null,
};

/** Configuration of the pages that tests make. */
export const testConfiguration: PublicConfiguration = {
  apiBase: '/api/v1',
  ipLookupUrl: '/api/v1/ip',
  firebase: null,
  contactEmail: 'hello@kargo.example',
  contactPhone: '+1 (555) 010-0199',
  iosAppUrl: null,
  androidAppUrl: null,
  socialUrls: {},
};

/** Writes the configuration into the page, as the gateway does. It is read once per test file. */
export function writeConfiguration(configuration: PublicConfiguration = testConfiguration): void {
  const block = document.createElement('script');
  block.id = pageBlocks.configuration;
  block.type = 'application/json';
  block.textContent = JSON.stringify(configuration);
  document.head.append(block);
}

/** The part of XMLHttpRequest that axios uses. */
class FakeXhr {
  status = 0;
  statusText = '';
  responseText = '';
  responseURL = '';
  readyState = 0;
  timeout = 0;
  onloadend: (() => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload = new EventTarget();
  protected answer: (request: SentRequest) => Promise<FakeResponse | 'no response'> = async () =>
    'no response';
  #request: SentRequest = { method: '', url: '', headers: {}, body: undefined };
  #responseHeaders: Record<string, string> = {};
  #isAborted = false;

  open(method: string, url: string): void {
    this.#request = { method, url, headers: {}, body: undefined };
  }

  setRequestHeader(name: string, value: string): void {
    this.#request.headers[name.toLowerCase()] = value;
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.#responseHeaders)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  abort(): void {
    this.#isAborted = true;
  }

  send(body: unknown): void {
    this.#request.body = body ?? undefined;
    void this.answer(this.#request).then((response) => this.#receive(response));
  }

  #receive(response: FakeResponse | 'no response'): void {
    if (this.#isAborted) return;
    if (response === 'no response') {
      this.onerror?.(new Event('error'));
      return;
    }
    this.readyState = 4;
    this.status = response.status ?? 200;
    this.responseText = response.body === undefined ? '' : JSON.stringify(response.body);
    this.#responseHeaders = { 'content-type': 'application/json', ...response.headers };
    this.onloadend?.();
  }
}
