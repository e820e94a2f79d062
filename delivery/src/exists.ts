import { access } from 'node:fs/promises';

/** Whether there is a file or a folder at this path. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
