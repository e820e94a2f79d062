import { TestRouter } from '@kargo/shared-runtime/testing/test-router';
import { ChakraProvider, system } from '@kargo/shared-runtime/ui';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';

const configuration: PublicConfiguration = {
  apiBase: '/api/v1',
  ipLookupUrl: '/api/v1/ip',
  firebase: null,
  contactEmail: 'hello@kargo.example',
  contactPhone: '+1 (555) 010-0199',
  iosAppUrl: null,
  androidAppUrl: 'https://store.example/kargo',
  socialUrls: { photos: 'https://photos.example/kargo' },
};

/** Puts the JSON block of the public configuration into the page, as the gateway does. */
export function writeConfiguration(): void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = pageBlocks.configuration;
  block.textContent = JSON.stringify(configuration);
  document.head.append(block);
}

/** The element inside theme and router, at every address the same. */
export function withProviders(element: ReactNode, path = '/') {
  const router = new TestRouter(path);
  return {
    router,
    tree: (
      <ChakraProvider value={system}>
        <router.Router>{element}</router.Router>
      </ChakraProvider>
    ),
  };
}

/** Renders the element as the page at this address. */
export function renderAt(path: string, element: ReactNode) {
  const { router, tree } = withProviders(element, path);
  return { router, ...render(tree) };
}

/** Scrolls the window; jsdom has no layout, so the position is simply set. */
export function scrollWindowTo(scrollY: number): void {
  window.scrollY = scrollY;
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}
