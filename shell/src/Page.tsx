import { type ReactNode, useEffect } from 'react';

/** What every page does, whichever screen it shows: it names itself in the window's title. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return children;
}
