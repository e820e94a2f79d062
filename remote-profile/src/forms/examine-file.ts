import type { SubmitEvent } from 'react';

let reading: Promise<unknown> = Promise.resolve();

/** Loads `examine` with the first file. If that fails, the file is taken unchanged. */
export function examineFile(file: File): Promise<{ file: File; hint?: string | undefined }> {
  const examined = import('./picture-file.ts').then(
    (part) => part.examine(file),
    () => ({ file }),
  );
  reading = Promise.all([reading, examined]);
  return examined;
}

/** Submits a form once every file chosen so far has been read. */
export const afterFilesAreRead = (submit: () => Promise<void>) => async (event: SubmitEvent) => {
  event.preventDefault();
  await reading;
  await submit();
};
