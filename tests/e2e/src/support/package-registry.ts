import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

/** A registry of these packages alone, for a scope in npm's configuration; disposal stops it. */
export async function startRegistry(
  files: readonly string[],
): Promise<AsyncDisposable & { url: string }> {
  const contents = new Map<string, string | Buffer>();
  const server = createServer((request, response) => {
    const content = contents.get(decodeURIComponent(request.url ?? ''));
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  for (const file of files) {
    const bytes = await readFile(file);
    const content = execFileSync('tar', ['-xzOf', file, 'package/package.json']);
    const manifest = JSON.parse(`${content}`);
    const { name, version: latest } = manifest;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${url}/${basename(file)}`, integrity };
    const versions = { [latest]: { ...manifest, dist } };
    contents.set(`/${basename(file)}`, bytes);
    contents.set(`/${name}`, JSON.stringify({ name, 'dist-tags': { latest }, versions }));
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
