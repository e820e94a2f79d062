import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'shared-runtime/router';
import { createStyleCache } from 'shared-runtime/style-cache';
import { App } from './App.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { provideReleases } from './remote-loading/release-map.ts';
import { createRouter } from './router.tsx';
import { writeConfiguration } from './testing/render-at.tsx';

jest.mock('./navigation/useNavigationEffects.ts', () => ({ useNavigationEffects: jest.fn() }));

beforeAll(() => {
  writeConfiguration();
  provideReleases({});
});

function open(path: string) {
  render(
    <App
      router={createRouter((routes) => createMemoryRouter(routes, { initialEntries: [path] }))}
      styles={createStyleCache()}
    />,
  );
}

test('A page that fails as a whole says so in words of our own, with ways on', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.mocked(useNavigationEffects).mockImplementation(() => {
    throw new Error('planted');
  });
  open('/about');
  expect(screen.getByRole('main')).toContainElement(
    screen.getByRole('heading', { level: 1, name: 'This page stopped working' }),
  );
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/');
  expect(document.body).not.toHaveTextContent('planted');
});
