import { useState } from 'react';
import { useLocation } from 'shared-runtime/router';

/**
 * Whether something is open that closes when the visitor goes elsewhere: what is remembered is not
 * that it is open, but at which history entry it was opened.
 */
export function useOpenHere(): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return [openAt === key, (open) => setOpenAt(open ? key : null)];
}
