import { container, css, cx } from '@kargo/shared-runtime/styles';
import type { Elements } from '@kargo/shared-ui/elements';
import { useEffect } from 'react';
import { Layout } from './layout/Layout.tsx';
import { LogoLink } from './layout/Logo.tsx';
import type { Route } from './routes.ts';

interface PageProps extends Pick<Route, 'name' | 'layout'> {
  /** Null for a page without an address of its own. */
  path: string | null;
  children: Elements;
}

/** Wraps every screen in the page's only `<main>`, with or without header and footer. */
export function Page({ name, path, layout, children }: PageProps) {
  useCanonicalAddress(path);

  if (!layout) return <Layout routeName={name}>{children}</Layout>;
  return (
    <div className={css({ display: 'flex', flexDirection: 'column', minH: '100vh' })}>
      {layout === 'hidden-but-logo' && (
        <nav className={cx(container(), css({ pt: '6' }))} aria-label="Kargo">
          <LogoLink />
        </nav>
      )}
      <main
        className={css({ display: 'flex', flexDirection: 'column', flex: '1' })}
        id="content"
        tabIndex={-1}
      >
        {children}
      </main>
    </div>
  );
}

/** Updates the canonical address, which browsers share. The gateway wrote the first one. */
function useCanonicalAddress(path: string | null): void {
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    // Crawlers that run scripts have to read the address that the gateway wrote, on any host.
    if (canonical && path !== null) canonical.href = new URL(path, canonical.href).href;
  }, [path]);
}
