import { statfs } from 'node:fs/promises';

/** https://www.sqlite.org/rescode.html#full */
const sqliteFull = 13;

/**
 * Runs an action that writes into a folder, and explains the error if the disk is full.
 *
 * @param bytes about how many bytes it writes
 * @throws an Error that names the folder and the space needed, when the disk is full
 */
export async function explainDiskFull<Result>(
  folder: string,
  bytes: number,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const { bavail, bsize } = await statfs(folder);
    throw new Error(
      `There is no room in ${folder}: about ${kilobytes(bytes)} are needed, ${kilobytes(bavail * bsize)} are free.`,
      { cause: error },
    );
  }
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return error.errcode === sqliteFull;
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`;
