import { container, css, cx } from '@kargo/shared-runtime/styles';
import type { Elements } from '@kargo/shared-ui/elements';
import { Layout } from './layout/Layout.tsx';
import { LogoLink } from './layout/Logo.tsx';
import type { Route } from './routes.ts';
import { useCanonicalAddress } from './useCanonicalAddress.ts';

interface PageProps extends Pick<Route, 'name' | 'layout'> {
  /** Null for a page that has no address of its own. */
  path: string | null;
  children: Elements;
}

/** Surrounds every screen: the page's one `<main>`, with header and footer or bare. Screens draw sections only. */
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
