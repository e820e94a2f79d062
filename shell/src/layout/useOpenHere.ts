import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { useState } from 'react';

/** State of something that closes when the visitor opens another page, by a link or Back. */
export function useOpenHere(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocationAtOnce();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Forgotten at once on another page, so that it stays closed when the visitor comes back.
  if (openAt !== null && openAt !== key) setOpenAt(null);
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)];
}
