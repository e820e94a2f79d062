import { loadNow } from '@kargo/shared-runtime/layout';
import { sessionSignal } from '@kargo/shared-runtime/session';
import type { SubmitEvent } from 'react';
import type { Sending } from './useSending.ts';

let reading: ReturnType<typeof examineFile> | undefined;

/** Loads `examine` with the first file. If that fails, the file is taken unchanged. */
export function examineFile(file: File): Promise<{ file: File; hint?: string }> {
  reading = loadNow(() => import('./picture-file.ts')).then(
    (part) => part.examine(file),
    () => ({ file }),
  );
  return reading;
}

/** Sends a form once the file chosen last has been read. That fails if the session has ended meanwhile. */
export function afterFileIsRead({ send }: Sending, submit: () => Promise<void>) {
  return (event: SubmitEvent) => {
    event.preventDefault();
    const session = sessionSignal();
    return send(async () => {
      await reading;
      session.throwIfAborted();
      await submit();
    });
  };
}
