import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { compress } from '@kargo/delivery/compress';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { sampleDriver } from '@kargo/shared-types/api/sample-driver';
import { freePort } from 'local-services/free-port';
import { contentType } from 'mime-types';

/**
 * Serves all variants alike: with brotli, and a year of caching for hashed addresses.
 *
 * @returns the origin
 */
export async function serve(folder: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = decodeURI(request.url?.split('?')[0] ?? '/');
    const reply = api[path] ?? (await fileResponse(folder, path).catch(() => null));
    if (!reply) return response.writeHead(404).end();
    return response.writeHead(200, reply.headers).end(reply.body);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://localhost:${port}`;
}

interface StoredResponse {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const responses = new Map<string, Promise<StoredResponse>>();

function fileResponse(folder: string, path: string): Promise<StoredResponse> {
  const file = join(folder, extname(path) ? path : join(path, 'index.html'));
  const response = responses.get(file) ?? makeResponse(file, path);
  responses.set(file, response);
  return response;
}

async function makeResponse(file: string, path: string): Promise<StoredResponse> {
  const content = await readFile(file);
  const [brotli] = await compress(file, content);
  return {
    headers: {
      'content-type': contentType(extname(file)) || 'application/octet-stream',
      ...(brotli ? { 'content-encoding': brotli.suffix.slice(1) } : {}),
      'cache-control': isOfBuild(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    },
    body: brotli?.content ?? content,
  };
}

/** Whether it is a file of a build; these are cached as if their names had a hash. */
const isOfBuild = (path: string) => /\.(?!html|json)\w+$/.test(path);

/** The API's responses for pages. */
const api: Record<string, StoredResponse> = {
  [apiBasePath + apiPaths.verify()]: json(sampleDriver),
  [apiBasePath + apiPaths.ip()]: json({ ip: '127.0.0.1' }),
};

function json(value: object): StoredResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { headers, body: Buffer.from(JSON.stringify(value)) };
}
