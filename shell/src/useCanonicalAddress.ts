import { useEffect } from 'react';

/**
 * Updates the canonical address, which browsers put into shared links, when another page is shown. The gateway
 * wrote that of the first page.
 *
 * @param path null for a page that has no address of its own
 */
export function useCanonicalAddress(path: string | null): void {
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    // A crawler that runs scripts has to read the address the gateway wrote, whatever host it asked.
    if (canonical && path !== null) canonical.href = new URL(path, canonical.href).href;
  }, [path]);
}
