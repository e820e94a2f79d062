import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Html, html } from '../html.ts';

interface Route {
  Params: { bucket: string; '*'?: string };
  Querystring: Partial<Record<string, string>>;
}

interface Identity {
  credentials: [{ accessKey: string }];
  actions: string[];
}

interface Options {
  folder: string;
  host?: string;
  port?: number;
  pageSize?: number;
  delayMs?: number;
  /** Rights of each key, as in SeaweedFS's `-s3.config`; without them, a key may do everything. */
  identities?: Identity[];
  /** Whether puts ignore `If-None-Match: *` and replace objects, as in some S3 doubles. */
  ignoresConditions?: boolean;
}

/**
 * A small S3 server for development and tests. It keeps objects in a folder, flushes them before
 * it answers a put, and honors `If-None-Match: *`. It supports get, head, put, delete and
 * ListObjectsV2, but like many servers no checksums, and it checks no signatures.
 *
 * @returns its origin, for `AWS_ENDPOINT_URL`; disposing of it stops the server
 */
export async function startBucket({ folder, host = '127.0.0.1', port = 0, ...options }: Options) {
  const app = fastify({ bodyLimit: 256 * 1024 * 1024, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  bucketRoutes(app, folder, options);
  const url = await app.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}

function bucketRoutes(
  app: FastifyInstance,
  folder: string,
  { ignoresConditions = false, delayMs = 0, pageSize = 1000, identities }: Omit<Options, 'folder'>,
): void {
  app.addHook('onRequest', () => wait(delayMs));
  app.addHook<Route>('onRequest', async (request, reply) => {
    const isUnknown = (name: string) => /^x-amz-(.*checksum|trailer)/.test(name);
    if (Object.keys(request.headers).some(isUnknown)) await refuse(reply, 501, 'NotImplemented');
    else if (identities && !mayDo(identities, request)) await refuse(reply, 403, 'AccessDenied');
  });

  for (const url of ['/:bucket', '/:bucket/'])
    app.get<Route>(url, async (request, reply) =>
      respond(reply, await list(folder, pageSize, request)),
    );

  app.get<Route>('/:bucket/*', async ({ params }, reply) => {
    const file = fileOf(folder, params);
    const stats = await stat(file).catch(() => undefined);
    if (!stats) return refuse(reply, 404, 'NoSuchKey');
    const content = await readFile(file);
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    return reply
      .headers({ etag, 'last-modified': stats.mtime.toUTCString() })
      .type('application/octet-stream')
      .send(content);
  });

  app.put<Route & { Body: Readable }>('/:bucket/*', async ({ params, headers, body }, reply) => {
    const file = fileOf(folder, params);
    const isCreate = headers['if-none-match'] === '*' && !ignoresConditions;
    const temporary = join(folder, `.writing-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    await mkdir(join(file, '..'), { recursive: true });
    try {
      await pipeline(body, createWriteStream(temporary, { flush: true }));
      await (isCreate ? link(temporary, file) : rename(temporary, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return refuse(reply, 412, 'PreconditionFailed');
    } finally {
      await rm(temporary, { force: true });
    }
    return reply.header('etag', `"${randomUUID()}"`).send();
  });

  app.delete<Route>('/:bucket/*', async ({ params }, reply) => {
    await rm(fileOf(folder, params), { force: true });
    return reply.code(204).send();
  });
}

function mayDo(identities: Identity[], { method, params, headers }: FastifyRequest<Route>) {
  const { bucket, '*': key } = params;
  const reads = key ? 'Read' : 'List';
  const action = `${method === 'GET' || method === 'HEAD' ? reads : 'Write'}:${bucket}`;
  const [, id] = /Credential=([^/]+)/.exec(headers.authorization ?? '') ?? [];
  const own = identities.find(({ credentials }) => credentials[0].accessKey === id);
  const isBelow = (it: string) =>
    it.endsWith('*') && `${action}/${key}`.startsWith(it.slice(0, -1));
  return own?.actions.some((it) => it === action || isBelow(it)) ?? false;
}

/** Each key is one file name, since a key may also be the folder of another one. */
function fileOf(folder: string, { bucket, '*': key = '' }: Route['Params']): string {
  return join(folder, encodeURIComponent(bucket), encodeURIComponent(key));
}

/** Returns one page of ListObjectsV2. */
async function list(folder: string, pageSize: number, { params, query }: FastifyRequest<Route>) {
  const { bucket } = params;
  const { prefix = '', delimiter, 'continuation-token': after = '' } = query;
  const names = await readdir(join(folder, encodeURIComponent(bucket))).catch(() => []);
  const below = names.map(decodeURIComponent).filter((key) => key.startsWith(prefix));
  const end = (key: string) => (delimiter ? key.indexOf(delimiter, prefix.length) + 1 : 0);
  // Keys with the delimiter after the prefix form one entry, like a folder.
  const keys = [...new Set(below.map((key) => key.slice(0, end(key) || undefined)))]
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, pageSize);
  const entries = await Promise.all(
    page.map(async (key) => {
      if (end(key) > 0) return html`<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`;
      const { size, mtime } = await stat(fileOf(folder, { bucket, '*': key }));
      return html`<Contents><Key>${key}</Key><Size>${size}</Size>
<LastModified>${mtime.toISOString()}</LastModified></Contents>`;
    }),
  );
  const isTruncated = page.length < keys.length;
  const next = isTruncated
    ? html`<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>`
    : '';
  return html`<ListBucketResult><IsTruncated>${`${isTruncated}`}</IsTruncated>${next}
<KeyCount>${page.length}</KeyCount>${entries}</ListBucketResult>`;
}

const refuse = (reply: FastifyReply, status: number, code: string) =>
  respond(reply.code(status), html`<Error><Code>${code}</Code></Error>`);

const respond = (reply: FastifyReply, xml: Html) =>
  reply.type('application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>${xml.html}`);
