import {
  testConfiguration,
  writeConfiguration as writeIntoPage,
} from '@kargo/shared-runtime/testing/fake-api';
import { TestRouter } from '@kargo/shared-runtime/testing/test-router';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Writes the public configuration, with an app's and a social profile's address. */
export const writeConfiguration = () =>
  writeIntoPage({
    ...testConfiguration,
    androidAppUrl: 'https://store.example/kargo',
    socialUrls: { photos: 'https://photos.example/kargo' },
  });

/** The element in a router that shows it at every address. */
export function withProviders(element: ReactNode, path = '/') {
  const router = new TestRouter(path);
  return {
    router,
    tree: <router.Router>{element}</router.Router>,
  };
}

/** Renders the element as the page at this address. */
export function renderAt(path: string, element: ReactNode, container?: HTMLElement) {
  const { router, tree } = withProviders(element, path);
  return { router, ...render(tree, container && { container }) };
}

/** Scrolls the window. jsdom has no layout, so this only sets the position. */
export function scrollWindowTo(scrollY: number): void {
  window.scrollY = scrollY;
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}
