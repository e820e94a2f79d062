import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import escapeHtml from 'escape-html';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

interface Identity {
  credentials: [{ accessKey: string }];
  actions: string[];
}

interface Options {
  folder: string;
  host?: string;
  port?: number;
  /** Number of objects in one page of a list. */
  pageSize?: number;
  /** Delay of each response, in milliseconds. */
  delayMs?: number;
  /** The rights of each key, as in a `-s3.config` of SeaweedFS; without them each key may do everything. */
  identities?: Identity[];
  /** Whether puts replace objects despite `If-None-Match: *`, as in some S3 doubles. */
  ignoresConditions?: boolean;
}

/**
 * A small S3 server for development and tests: objects of any bucket in a folder, flushed to disk before a
 * put is answered, with `If-None-Match: *`. It checks no signature. It supports get, head, put, delete and
 * ListObjectsV2; like many servers, no checksums.
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
  app.addHook('onRequest', async (request, reply) => {
    const isUnknown = (name: string) => /^x-amz-(.*checksum|trailer)/.test(name);
    if (Object.keys(request.headers).some(isUnknown)) await refuse(reply, 501, 'NotImplemented');
    else if (identities && !mayDo(identities, request)) await refuse(reply, 403, 'AccessDenied');
  });

  app.get('/:bucket', (request, reply) => list(folder, pageSize, request, reply));
  app.get('/:bucket/', (request, reply) => list(folder, pageSize, request, reply));

  app.get('/:bucket/*', async (request, reply) => {
    const file = fileOf(folder, request);
    const stats = await stat(file).catch(() => undefined);
    if (!stats) return refuse(reply, 404, 'NoSuchKey');
    const content = await readFile(file);
    const etag = `"${createHash('md5').update(content).digest('hex')}"`;
    return reply
      .headers({ etag, 'last-modified': stats.mtime.toUTCString() })
      .type('application/octet-stream')
      .send(content);
  });

  app.put('/:bucket/*', async (request, reply) => {
    const file = fileOf(folder, request);
    const isCreate = request.headers['if-none-match'] === '*' && !ignoresConditions;
    const temporary = join(folder, `.writing-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    await mkdir(join(file, '..'), { recursive: true });
    try {
      await pipeline(request.body as Readable, createWriteStream(temporary, { flush: true }));
      await (isCreate ? link(temporary, file) : rename(temporary, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return refuse(reply, 412, 'PreconditionFailed');
    } finally {
      await rm(temporary, { force: true });
    }
    return reply.header('etag', `"${randomUUID()}"`).send();
  });

  app.delete('/:bucket/*', async (request, reply) => {
    await rm(fileOf(folder, request), { force: true });
    return reply.code(204).send();
  });
}

function mayDo(identities: Identity[], { method, params, headers }: FastifyRequest): boolean {
  const { bucket, '*': key } = params as Parameters;
  const reads = key ? 'Read' : 'List';
  const action = `${method === 'GET' || method === 'HEAD' ? reads : 'Write'}:${bucket}`;
  const [, id] = /Credential=([^/]+)/.exec(headers.authorization ?? '') ?? [];
  const own = identities.find(({ credentials }) => credentials[0].accessKey === id);
  const isBelow = (it: string) =>
    it.endsWith('*') && `${action}/${key}`.startsWith(it.slice(0, -1));
  return own?.actions.some((it) => it === action || isBelow(it)) ?? false;
}

type Parameters = { bucket: string; '*'?: string };

/** Keys are stored as one file name each, since an object may have the name of another one's folder. */
function fileOf(folder: string, { params }: FastifyRequest): string {
  const { bucket, '*': key = '' } = params as Parameters;
  return join(folder, encodeURIComponent(bucket), encodeURIComponent(key));
}

async function list(
  folder: string,
  pageSize: number,
  { params, query }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bucket } = params as Parameters;
  const given = query as Record<string, string | undefined>;
  const { prefix = '', delimiter } = given;
  const after = given['continuation-token'] ?? '';
  const names = await readdir(join(folder, encodeURIComponent(bucket))).catch(() => []);
  const below = names.map(decodeURIComponent).filter((key) => key.startsWith(prefix));
  const end = (key: string) => (delimiter ? key.indexOf(delimiter, prefix.length) + 1 : 0);
  // Keys with the delimiter after the prefix are one entry, as a folder.
  const keys = [...new Set(below.map((key) => key.slice(0, end(key) || undefined)))]
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, pageSize);
  const contents = await Promise.all(
    page.map(async (key) => {
      if (end(key) > 0)
        return `<CommonPrefixes><Prefix>${escapeHtml(key)}</Prefix></CommonPrefixes>`;
      const { size, mtime } = await stat(fileOf(folder, { params: { bucket, '*': key } } as never));
      return `<Contents><Key>${escapeHtml(key)}</Key><Size>${size}</Size><LastModified>${mtime.toISOString()}</LastModified></Contents>`;
    }),
  );
  const next =
    page.length < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escapeHtml(page.at(-1) ?? '')}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return reply
    .type('application/xml')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${next}<KeyCount>${page.length}</KeyCount>${contents.join('')}</ListBucketResult>`,
    );
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply
    .code(status)
    .type('application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
