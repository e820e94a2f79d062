import { useEffect } from 'react';

/**
 * Keeps what the gateway wrote into the page's head for its first address true for the one that is
 * shown now: the window's title, and the canonical address, which browsers put into shared links.
 *
 * @param path null for a page that has no address of its own
 */
export function useDocumentHead(title: string, path: string | null): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    // A crawler that runs scripts has to read the address the gateway wrote, whatever host it asked.
    if (canonical && path !== null) canonical.href = new URL(path, canonical.href).href;
  }, [title, path]);
}
