import { statfs } from 'node:fs/promises';

/** On a full disk, returns an error that says how much room is needed and left; else this error. */
export async function explainDiskFull(error: Error, folder: string, bytes: number): Promise<Error> {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  if (!['ENOSPC', 'EDQUOT'].includes(cause.code ?? '')) return error;
  const { bavail, bsize } = await statfs(folder);
  return new Error(
    `There is no room in ${folder}: about ${kilobytes(bytes)} are needed, ${kilobytes(bavail * bsize)} are free.`,
    { cause },
  );
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`;
