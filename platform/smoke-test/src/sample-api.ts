import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Problem } from '@kargo/release-log/rules/release-gate';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { ErrorBody, statusOfError } from '@kargo/shared-types/api/error';
import { type Uploader, uploaderPath } from '@kargo/shared-types/api/uploader';
import type { Releases } from '@kargo/shared-types/releases/release';
import { Check } from 'typebox/value';
import { type Person, type Responses, responsesFor } from './people.ts';

/** Starts an API that answers people with the releases' samples; disposing of it stops it. */
export async function startSampleApi(releases: Releases, people: readonly Person[]) {
  const responsesByToken = new Map<string | null, Responses>(
    people.map(({ name, token }) => [token, responsesFor(name, [...releases.values()])]),
  );
  const unanswered = new Set<string>();
  const server = createServer(({ method, url = '', headers }, response) => {
    const call = `${method} ${url.replace(apiBasePath, '').replace(/\?.*/, '')}`;
    if (call === `GET ${apiPaths.xsrf()}`) {
      response.writeHead(204, { 'set-cookie': 'XSRF-TOKEN=sample; Path=/; SameSite=Lax' }).end();
      return;
    }
    const token = headers.authorization?.replace('Bearer ', '') ?? null;
    const uploader: Uploader = { driver: `${token}` };
    const responses: Responses = {
      [`GET ${uploaderPath}`]: uploader,
      [`POST ${apiPaths.logout()}`]: {},
      ...responsesByToken.get(token),
    };
    if (!(call in responses)) unanswered.add(call);
    const reply = responses[call] ?? { code: 'not_found', message: 'No sample' };
    const status = Check(ErrorBody, reply) ? statusOfError[reply.code] : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unanswered: (): Problem[] =>
      [...unanswered].map(
        (call) =>
          `No release has a sample of ${call}, which a screen asks for: add it to "samples" in kargo.json, or in the remote's webpack.config.ts.`,
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
