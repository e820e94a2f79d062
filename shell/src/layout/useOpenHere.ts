import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { useState } from 'react';

/** Whether something is open that closes when the visitor goes elsewhere, by a link or back. */
export function useOpenHere(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocationAtOnce();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Forgotten as soon as the visitor is elsewhere: it stays closed when they come back.
  if (openAt !== null && openAt !== key) setOpenAt(null);
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)];
}
