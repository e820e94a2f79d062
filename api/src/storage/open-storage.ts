import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';

/** Where uploaded files are kept: a folder, or a bucket of any S3-compatible store. */
export async function openStorage(env: Env): Promise<Disk> {
  if (env.STORAGE_DRIVER === 'fs') {
    const location = resolve(env.STORAGE_DIR ?? '');
    return new Disk(new FSDriver({ location, visibility: 'private' }));
  }
  // Loaded only when it is used: the AWS SDK takes a third of a second.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: env.S3_BUCKET ?? '',
      region: env.S3_REGION,
      visibility: 'private',
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
