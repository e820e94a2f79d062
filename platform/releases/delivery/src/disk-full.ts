import { statfs } from 'node:fs/promises';

/**
 * Runs an action that writes about so many bytes into a folder.
 *
 * @throws an Error that names the folder and the space needed, when the disk is full
 */
export async function explainDiskFull<Result>(
  folder: string,
  bytes: number,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!['ENOSPC', 'EDQUOT'].includes(code)) throw cause;
    const { bavail, bsize } = await statfs(folder);
    throw new Error(
      `There is no room in ${folder}: about ${kilobytes(bytes)} are needed, ${kilobytes(bavail * bsize)} are free.`,
      { cause },
    );
  }
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`;
