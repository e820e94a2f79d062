import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { uploaderPath } from '@kargo/shared-types/api/uploader';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, PUBLISHERS } from './fixture-releases.ts';

/** Header of a driver who may upload. The API uses the token as the driver's id. */
export const asDriver = (token = 'ada') => ({ authorization: `Bearer ${token}` });

/**
 * Returns the origin of a gateway in front of an API that responds with `handler`. The API accepts every
 * driver except "nobody", and identifies those called "slow…" only after a while.
 */
export async function siteWithApi(
  context: TestContext,
  handler: RequestListener,
  variables: Record<string, string> = {},
  logStream?: { write(line: string): void },
): Promise<string> {
  const api = createServer((request, response) => {
    if (request.url === uploaderPath) sayWho(request, response);
    else handler(request, response);
  }).listen(0, '127.0.0.1');
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

async function sayWho({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const driver = headers.authorization?.replace('Bearer ', '');
  if (driver?.startsWith('slow')) await wait(500);
  response.statusCode = driver === 'nobody' ? 401 : 200;
  response.end(JSON.stringify({ driver }));
}

export async function listeningGateway(
  context: TestContext,
  variables: Record<string, string>,
  logStream?: { write(line: string): void },
): Promise<string> {
  const { folder } = await fixtureSite(context);
  const env = readEnv({ RELEASES: folder, PUBLISHERS, LOG_LEVEL: 'silent', ...variables });
  const app = await buildApp(env, logStream);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return address;
}
