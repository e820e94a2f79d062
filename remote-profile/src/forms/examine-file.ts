import { sessionSignal } from '@kargo/shared-runtime/session';
import type { SubmitEvent } from 'react';

let reading: ReturnType<typeof examineFile> | undefined;

/** Loads `examine` with the first file. If that fails, the file is taken unchanged. */
export function examineFile(file: File): Promise<{ file: File; hint?: string | undefined }> {
  reading = import('./picture-file.ts').then(
    (part) => part.examine(file),
    () => ({ file }),
  );
  return reading;
}

/** Submits a form once the file chosen last has been read, unless the session has ended meanwhile. */
export const afterFileIsRead = (submit: () => Promise<void>) => async (event: SubmitEvent) => {
  event.preventDefault();
  const session = sessionSignal();
  await reading;
  if (!session.aborted) await submit();
};
