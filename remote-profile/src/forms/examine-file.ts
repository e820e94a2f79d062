import { loadNow } from '@kargo/shared-runtime/layout';

let reading: ReturnType<typeof examineFile> | undefined;

/** Loads `examine` with the first file. If that fails, the file is used unchanged. */
export function examineFile(file: File): Promise<{ file: File; hint?: string }> {
  reading = loadNow(() => import('./picture-file.ts')).then(
    (part) => part.examine(file),
    () => ({ file }),
  );
  return reading;
}

/** Resolves when the file chosen last has been read. */
export const fileIsRead = () => reading;
