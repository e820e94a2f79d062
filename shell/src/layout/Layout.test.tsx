import { endSession, startSession } from '@kargo/shared-runtime/session';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { renderAt, withProviders, writeConfiguration } from '../testing/render-at.tsx';
import { Layout } from './Layout.tsx';

const page = (
  <Layout routeName="About">
    <h1>Screen</h1>
  </Layout>
);

beforeAll(writeConfiguration);
afterEach(() => act(() => endSession('logged-out')));

test('The page has one main region, with the screen in it', () => {
  renderAt('/about', page);
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { level: 1 }));
});

test('The first stop for Tab leads past the header', async () => {
  renderAt('/about', page);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('A prerendered page is hydrated without a difference, and then knows the session', async () => {
  const consoleError = jest.spyOn(console, 'error');
  const html = renderToString(withProviders(page, '/about').tree);
  expect(html).not.toContain(' style=');
  expect(html).toContain('hello@kargo.example');

  startSession({ token: 'x', loginUser: { name: 'Maya' } });
  window.scrollY = 300;
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = html;
  const hydrated = await act(async () => hydrateRoot(root, withProviders(page, '/about').tree));

  expect(consoleError).not.toHaveBeenCalled();
  expect(root).toHaveTextContent('My Profile');
  expect(screen.getByTestId('site-header')).toHaveClass('fixed');
  act(() => hydrated.unmount());
  root.remove();
});
