import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen, type Test } from '@kargo/release-log/testing/listen';
import { uploaderPath } from '@kargo/shared-types/api/uploader';
import { fixtureSite } from './fixture-releases.ts';
import { gateway } from './gateway.ts';

/** Returns the header of a driver who may upload. The API uses the token as the driver's id. */
export const asDriver = (token = 'ada') => ({ authorization: `Bearer ${token}` });

/**
 * Returns the origin of a gateway in front of an API that responds with `handler`. The API accepts
 * every driver except "nobody", and identifies those called "slow…" only after a while.
 */
export async function siteWithApi(
  test: Test,
  handler: RequestListener,
  variables: Record<string, string> = {},
  log: string[] = [],
): Promise<string> {
  const API_URL = await listen(test, (request, response) => {
    if (request.url === uploaderPath) sayWho(request, response);
    else handler(request, response);
  });
  return listeningGateway(test, { API_URL, ...variables }, log);
}

async function sayWho({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const driver = headers.authorization?.replace('Bearer ', '');
  if (driver?.startsWith('slow')) await wait(500);
  response.statusCode = driver === 'nobody' ? 401 : 200;
  response.end(JSON.stringify({ driver }));
}

export async function listeningGateway(
  test: Test,
  variables: Record<string, string> = {},
  log: string[] = [],
): Promise<string> {
  const { folder } = await fixtureSite(test);
  const { app } = await gateway(test, folder, { LOG_LEVEL: 'silent', ...variables }, log);
  return app.listen({ host: '127.0.0.1', port: 0 });
}
