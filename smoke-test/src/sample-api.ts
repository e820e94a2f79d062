import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiBasePath } from 'shared-types/api/api-paths';
import type { Release } from 'shared-types/releases/release';
import type { Problem } from 'shared-types/releases/release-gate';

/** An API that responds with the samples in the releases. */
export class SampleApi implements AsyncDisposable {
  readonly url: string;
  readonly #server;
  readonly #unanswered: Set<string>;

  private constructor(server: ReturnType<typeof createServer>, unanswered: Set<string>) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    this.#unanswered = unanswered;
  }

  static async start(releases: ReadonlyMap<string, Release>): Promise<SampleApi> {
    const samples = Object.assign({}, ...[...releases.values()].map(({ samples }) => samples));
    const unanswered = new Set<string>();
    const server = createServer(({ method, url = '' }, response) => {
      const call = `${method} ${url.replace(apiBasePath, '').replace(/\?.*/, '')}`;
      if (!(call in samples)) unanswered.add(call);
      response.writeHead(call in samples ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(samples[call] ?? { code: 'not_found', message: 'No sample' }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new SampleApi(server, unanswered);
  }

  /** Returns the calls that no release has a sample for. */
  unanswered(): Problem[] {
    const calls = [...this.#unanswered];
    return calls.map((call) => `No release has a sample of ${call}, which a screen asks for.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
