import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, PUBLISHERS } from './fixture-releases.ts';

/** Origin of a gateway in front of an API that answers with `handler`. */
export async function siteWithApi(
  context: TestContext,
  handler: RequestListener,
  variables: Record<string, string> = {},
  logStream?: { write(line: string): void },
): Promise<string> {
  const api = createServer(handler).listen(0, '127.0.0.1');
  await once(api, 'listening');
  context.after(() => {
    api.close();
    api.closeAllConnections();
  });
  const { port } = api.address() as AddressInfo;
  return listeningGateway(
    context,
    { API_URL: `http://127.0.0.1:${port}`, ...variables },
    logStream,
  );
}

export async function listeningGateway(
  context: TestContext,
  variables: Record<string, string>,
  logStream?: { write(line: string): void },
): Promise<string> {
  const { folder } = await fixtureSite(context);
  const env = readEnv({ RELEASES_DIR: folder, PUBLISHERS, LOG_LEVEL: 'silent', ...variables });
  const app = await buildApp(env, logStream);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return address;
}
