import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  NotStoredError,
  type ReleaseStore,
  type StoredObject,
  UnreadableError,
} from './release-store.ts';

/** Timeouts of one request, in milliseconds. The SDK tries three times. */
const timeouts = { connectionTimeout: 2000, requestTimeout: 10_000 };

/** Status codes of a server that refuses to replace an object. */
const alreadyThere = [409, 412];

/** A release store in a bucket of any S3-compatible server that honours `If-None-Match: *`. */
export class BucketStore implements ReleaseStore {
  readonly name: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /**
   * Endpoint, region and credentials come from the AWS variables.
   *
   * @param address such as `s3://bucket/prefix`
   */
  constructor(address: string) {
    const { hostname, pathname } = new URL(address);
    this.name = address.replace(/\/+$/, '');
    this.#bucket = hostname;
    this.#prefix = pathname.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/');
    const endpoint = process.env.AWS_ENDPOINT_URL;
    this.#client = new S3Client({
      // With an endpoint of one's own the bucket is part of the path.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestHandler: timeouts,
    });
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + path });
    const { Body, ContentLength = 0 } = await this.#client.send(command).catch((error) => {
      throw isStatus(error, [404])
        ? new NotStoredError(`${this.name}/${path} does not exist.`)
        : this.#explained(error);
    });
    if (ContentLength <= maxBytes) {
      const bytes = await Body?.transformToByteArray().catch((error: Error) => {
        throw this.#explained(error);
      });
      return Buffer.from(bytes ?? []);
    }
    await Body?.transformToWebStream().cancel();
    throw new UnreadableError(
      `${this.name}/${path} has ${ContentLength} bytes, and may have ${maxBytes}.`,
    );
  }

  async create(path: string, content: Buffer): Promise<boolean> {
    try {
      await this.#put(path, content, '*');
      return true;
    } catch (error) {
      if (isStatus(error, alreadyThere)) return false;
      throw this.#explained(error);
    }
  }

  async write(path: string, content: Buffer): Promise<void> {
    await this.#put(path, content).catch((error) => {
      throw this.#explained(error);
    });
  }

  async remove(path: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + path });
    await this.#client.send(command).catch((error) => {
      throw this.#explained(error);
    });
  }

  async list(folder: string, after = ''): Promise<StoredObject[]> {
    const objects: StoredObject[] = [];
    for await (const { Contents = [] } of this.#pages(folder, after)) {
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const path = Key.slice(this.#prefix.length);
        objects.push({ path, size: Size, at: LastModified?.getTime() ?? 0 });
      }
    }
    return objects;
  }

  async folders(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#pages(folder, '', '/')) {
      for (const { Prefix = '' } of CommonPrefixes) {
        names.push(Prefix.slice(`${this.#prefix}${folder}/`.length, -1));
      }
    }
    return names;
  }

  /**
   * Checks that the server refuses to replace an object.
   *
   * @throws an Error of one sentence when it does not
   */
  async requireConditions(): Promise<void> {
    const path = 'log/condition';
    await this.create(path, Buffer.from('1'));
    if (!(await this.create(path, Buffer.from('2')))) return;
    throw new Error(
      `${this.name} ignores If-None-Match, so that publishers would overwrite each other: use a bucket that honours it.`,
    );
  }

  async #put(path: string, content: Buffer, ifNoneMatch?: string): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: this.#prefix + path,
        Body: content,
        IfNoneMatch: ifNoneMatch,
      }),
    );
  }

  async *#pages(
    folder: string,
    after: string,
    delimiter?: string,
  ): AsyncGenerator<ListObjectsV2CommandOutput> {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${folder}/`,
        Delimiter: delimiter,
        StartAfter: after === '' ? undefined : this.#prefix + after,
        ContinuationToken: token,
      });
      const page = await this.#client.send(command).catch((error) => {
        throw this.#explained(error);
      });
      yield page;
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  #explained(error: unknown): Error {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const reason =
      status === 401 || status === 403
        ? `the credentials are refused (${status})`
        : (error as Error).message;
    return new Error(`${this.name}: ${reason}`, { cause: error });
  }
}

function isStatus(error: unknown, statuses: readonly number[]): boolean {
  return (
    error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)
  );
}
