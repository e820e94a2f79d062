import { resolve } from 'node:path';
import { isBrokenCircuitError, TimeoutStrategy, timeout } from 'cockatiel';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { ApiError } from '../api-error.ts';
import type { Env } from '../env.ts';
import { isAway, type OnChange, openBreaker } from '../resilience/breaker.ts';

/** Each call throws an ApiError `unavailable` when the storage is away, slow or known to hang. */
export type FileStorage = Pick<Disk, 'exists' | 'getBytes' | 'put' | 'delete'>;

const deadlineMs = 5000;

/**
 * Opens the storage of uploaded files: a folder, or a bucket of any S3-compatible store.
 *
 * @param onChange called when the storage's circuit breaker changes its state
 * @param timeoutMs only tests override the default
 */
export async function openStorage(
  env: Env,
  { onChange, timeoutMs = deadlineMs }: { onChange?: OnChange; timeoutMs?: number } = {},
): Promise<FileStorage> {
  const disk = await openDisk(env, timeoutMs);
  const guard = openBreaker(onChange);
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const ask = <T>(work: () => Promise<T>) => guard(() => limit.execute(work)).catch(refuse);
  return {
    exists: (key) => ask(() => disk.exists(key)),
    getBytes: (key) => ask(() => disk.getBytes(key)),
    put: (key, contents, options) => ask(() => disk.put(key, contents, options)),
    delete: (key) => ask(() => disk.delete(key)),
  };
}

function refuse(error: unknown): never {
  throw isAway(error) || isBrokenCircuitError(error)
    ? new ApiError('unavailable', 'Pictures are not available right now.', { cause: error })
    : error;
}

async function openDisk(env: Env, timeoutMs: number): Promise<Disk> {
  if (env.STORAGE_DRIVER === 'fs') {
    const location = resolve(env.STORAGE_DIR ?? '');
    return new Disk(new FSDriver({ location, visibility: 'private' }));
  }
  // Loaded only if used, because loading the AWS SDK takes a third of a second.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: env.S3_BUCKET ?? '',
      region: env.S3_REGION,
      visibility: 'private',
      // By default the SDK sends CRC32, to which many servers respond 501.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // A request that has timed out must not keep one of the client's 50 sockets.
      requestHandler: {
        connectionTimeout: timeoutMs,
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: timeoutMs,
      },
      supportsACL: false,
      ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT, forcePathStyle: true }),
      ...(env.S3_ACCESS_KEY_ID &&
        env.S3_SECRET_ACCESS_KEY && {
          credentials: {
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          },
        }),
    }),
  );
}
