import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isPlainPath, requirePlainPath } from './plain-path.ts';
import {
  mostNames,
  mostObjects,
  NotStoredError,
  type ReleaseStore,
  type StoredObject,
  UnreadableError,
} from './release-store.ts';

/** Timeout for connecting. The SDK tries three times. */
const connectMs = 2000;

/** A release store in a bucket of any S3-compatible server that honours `If-None-Match: *`. */
export class BucketStore implements ReleaseStore {
  readonly name: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  /** The time in the server's last response, and when that arrived by `performance.now()`. */
  #clock: { date: number; at: number } | undefined;

  /**
   * @param address such as `s3://bucket/prefix`; AWS variables add endpoint, region, credentials
   * @param silenceMs timeout without any byte sent or received, not of the whole transfer
   */
  constructor(address: string, silenceMs = 10_000) {
    const { hostname, pathname } = new URL(address);
    this.name = address.replace(/\/+$/, '');
    this.#bucket = hostname;
    this.#prefix = pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
    const endpoint = process.env.AWS_ENDPOINT_URL;
    this.#client = new S3Client({
      // With a custom endpoint the bucket is part of the path.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // By default the SDK sends CRC32, to which many servers respond 501.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    });
    this.#client.middlewareStack.add(
      (next) => (args) =>
        next(args).catch((error) => {
          throw this.#explained(error);
        }),
      { step: 'initialize' },
    );
    this.#client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const { headers = {} } = result.response as { headers?: Record<string, string> };
        const date = Date.parse(headers.date ?? '');
        if (date) this.#clock = { date, at: performance.now() };
        return result;
      },
      // Close to the connection, so that it sees errors too.
      { step: 'deserialize', priority: 'low' },
    );
  }

  now(): number | undefined {
    return this.#clock && this.#clock.date + performance.now() - this.#clock.at;
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    const object = `${this.name}/${path}`;
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(path) });
    const { Body, ContentLength = 0 } = await this.#client.send(command).catch((error) => {
      if (statusOf(error.cause) === 404) throw new NotStoredError(`${object} does not exist.`);
      // Its writer has encrypted it with a key of their own, or archived it.
      if (!/^Invalid(Request|ObjectState)$/.test(error.cause.name)) throw error;
      throw new UnreadableError(`${object} is closed: ${error.cause.name}.`);
    });
    if (ContentLength <= maxBytes) {
      const bytes = await Body?.transformToByteArray().catch((error: Error) => {
        throw this.#explained(error);
      });
      return Buffer.from(bytes ?? []);
    }
    await Body?.transformToWebStream().cancel();
    throw new UnreadableError(`${object} has ${ContentLength} bytes, and may have ${maxBytes}.`);
  }

  async create(path: string, content: Buffer): Promise<boolean> {
    return this.#put(path, content, '*').then(
      () => true,
      (error: Error) => {
        const status = statusOf(error.cause);
        // Another writer's object exists.
        if (status === 409 || status === 412) return false;
        throw error;
      },
    );
  }

  async write(path: string, content: Buffer): Promise<void> {
    await this.#put(path, content);
  }

  async remove(path: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(path) });
    await this.#client.send(command);
  }

  async names(folder: string): Promise<string[]> {
    const prefix = this.#below(folder);
    const listing = { Bucket: this.#bucket, Prefix: prefix, Delimiter: '/', MaxKeys: mostNames };
    const { Contents = [], CommonPrefixes = [] } = await this.#client.send(
      new ListObjectsV2Command(listing),
    );
    const paths = [...Contents.map(({ Key }) => Key), ...CommonPrefixes.map((it) => it.Prefix)];
    return paths.map((path = '') => path.slice(prefix.length)).sort();
  }

  async list(folder: string, most = mostObjects): Promise<StoredObject[]> {
    const objects: StoredObject[] = [];
    const listing = { Bucket: this.#bucket, Prefix: this.#below(folder) };
    const pages = paginateListObjectsV2({ client: this.#client }, listing);
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const path = Key.slice(this.#prefix.length);
        if (!isPlainPath(path)) continue;
        objects.push({ path, size: Size, at: LastModified?.getTime() ?? 0 });
      }
      if (objects.length >= most) break;
    }
    return objects.slice(0, most);
  }

  async requireConditions(app: string): Promise<void> {
    const path = `${app}/condition`;
    await this.create(path, Buffer.from('1'));
    if (!(await this.create(path, Buffer.from('2')))) return;
    throw new Error(
      `${this.name} ignores If-None-Match, so that publishers would overwrite each other: use a bucket that honours it.`,
    );
  }

  #below(folder: string): string {
    return `${this.#prefix}${folder.replace(/\/$/, '')}/`;
  }

  async #put(path: string, content: Buffer, ifNoneMatch?: string): Promise<void> {
    const object = { Bucket: this.#bucket, Key: this.#keyOf(path), Body: content };
    await this.#client.send(new PutObjectCommand({ ...object, IfNoneMatch: ifNoneMatch }));
  }

  #keyOf(path: string): string {
    requirePlainPath(path, this.name);
    return this.#prefix + path;
  }

  #explained(cause: Error): Error {
    const status = statusOf(cause);
    const isRefused = status === 401 || status === 403;
    const reason = isRefused ? `the credentials are refused (${status})` : cause.message;
    return new Error(`${this.name}: ${reason}`, { cause });
  }
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
