import type { ReactNode } from 'react';
import { Link } from 'shared-runtime/router';
import { Container, chakra, Flex } from 'shared-runtime/ui';
import { paths } from 'shared-types/paths';
import { Layout } from './layout/Layout.tsx';
import { Logo } from './layout/Logo.tsx';
import type { Route } from './routes.ts';
import { useDocumentHead } from './useDocumentHead.ts';

/**
 * Surrounds every screen: the window's title, and the page's one `<main>`,
 * with header and footer or bare. Screens draw sections only.
 */
export function Page({
  name,
  title,
  path,
  layout,
  children,
}: Pick<Route, 'name' | 'title' | 'layout'> & {
  /** Null for a page that has no address of its own. */
  path: string | null;
  children: ReactNode;
}) {
  useDocumentHead(title, path);

  if (layout === 'shown') return <Layout routeName={name}>{children}</Layout>;
  return (
    <Flex direction="column" minH="100vh">
      {layout === 'hidden-but-logo' && <HomeLink />}
      <chakra.main id="content" tabIndex={-1} display="flex" flexDirection="column" flex="1">
        {children}
      </chakra.main>
    </Flex>
  );
}

function HomeLink() {
  return (
    <Container as="nav" aria-label="Kargo" pt="6">
      <chakra.span display="inline-block" borderRadius="button" asChild>
        <Link to={paths.home()} aria-label="Kargo">
          <Logo />
        </Link>
      </chakra.span>
    </Container>
  );
}
