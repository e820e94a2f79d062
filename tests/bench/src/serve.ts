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
 * Serves all variants alike: with brotli, and a year of caching for addresses with a hash.
 *
 * @returns the origin
 */
export async function serve(folder: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = decodeURI(request.url?.split('?')[0] ?? '/');
    const answer = api[path] ?? (await fileAnswer(folder, path).catch(() => null));
    if (!answer) return response.writeHead(404).end();
    return response.writeHead(200, answer.headers).end(answer.body);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://localhost:${port}`;
}

interface Answer {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const answers = new Map<string, Promise<Answer>>();

function fileAnswer(folder: string, path: string): Promise<Answer> {
  const file = join(folder, extname(path) ? path : join(path, 'index.html'));
  const answer = answers.get(file) ?? makeAnswer(file, path);
  answers.set(file, answer);
  return answer;
}

async function makeAnswer(file: string, path: string): Promise<Answer> {
  const content = await readFile(file);
  const [brotli] = await compress(file, content);
  return {
    headers: {
      'content-type': contentType(extname(file)) || 'application/octet-stream',
      ...(brotli ? { 'content-encoding': brotli.suffix.slice(1) } : {}),
      'cache-control': hasHash(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    },
    body: brotli?.content ?? content,
  };
}

/** Whether the file's name or the folder of its release contains a hash. */
const hasHash = (path: string) => /\.[0-9a-f]{8}\.\w+$|^\/releases\/.*\//.test(path);

/** Responses of the API that pages request. */
const api: Record<string, Answer> = {
  [apiBasePath + apiPaths.verify()]: json(sampleDriver),
  [apiBasePath + apiPaths.ip()]: json({ ip: '127.0.0.1' }),
};

function json(value: object): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { headers, body: Buffer.from(JSON.stringify(value)) };
}
