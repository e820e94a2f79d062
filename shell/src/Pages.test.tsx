import { BrowserRouter } from '@kargo/shared-runtime/router';
import { linkProblemBlock } from '@kargo/shared-types/page/link-problem';
import { paths } from '@kargo/shared-types/page/paths';
import { act, getConfig, render, screen, waitFor } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { releaseMapArrived } from './remote-loading/release-transitions.ts';
import { writeConfiguration } from './testing/render-at.tsx';

jest.mock('./navigation/useNavigationEffects.ts', () => ({ useNavigationEffects: jest.fn() }));

beforeAll(() => {
  writeConfiguration();
  const titles = { About: 'About Kargo' };
  releaseMapArrived({ marketing: [{ url: '/remoteEntry.js', version: '1.0.0', titles }] });
});

beforeEach(() => void jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({})));
afterEach(() => void jest.mocked(useNavigationEffects).mockReset());

function open(path: string) {
  window.history.replaceState(null, '', path);
  return <App router={BrowserRouter} />;
}

test('A page that fails as a whole says so in our words, with ways on', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.mocked(useNavigationEffects).mockImplementation(() => {
    throw new Error('planted');
  });
  render(open('/about'));
  expect(screen.getByRole('main')).toContainElement(
    screen.getByRole('heading', { level: 1, name: 'This page stopped working' }),
  );
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/');
  expect(document.body).not.toHaveTextContent('planted');
});

test('Going back during the first render works', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const app = open('/one');
  jest.mocked(useNavigationEffects).mockImplementationOnce(() => {
    window.history.replaceState(null, '', paths.about());
    window.dispatchEvent(new PopStateEvent('popstate'));
    // So that React yields to the browser before it goes on.
    for (const began = performance.now(); performance.now() < began + 50; );
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // As in a browser: act() would render everything at once.
  await getConfig().asyncWrapper(async () => {
    startTransition(() => root.render(app));
    await waitFor(() => expect(document.title).toMatch(/^About/));
  });
  await act(async () => root.unmount());
});

test('The canonical address is that of the page, if it has one', () => {
  document.head.innerHTML = '<link rel="canonical" href="https://kargo.example/">';
  const canonical = document.querySelector('link');
  render(open(paths.about()));
  expect(canonical).toHaveAttribute('href', 'https://kargo.example/about');
  render(open('/nowhere'));
  expect(canonical).toHaveAttribute('href', 'https://kargo.example/about');
  canonical?.remove();
});

test("A link to the API that led nowhere says why, in the words of the page's block", () => {
  const problem = {
    heading: 'No way',
    sentence: 'It is.',
    action: 'Try again',
    address: '',
    reference: 'Reference: 4f1c-22',
  };
  const block = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: linkProblemBlock,
    textContent: JSON.stringify(problem),
  });
  document.head.append(block);
  const { unmount } = render(open('/api/v1/payout-links/cut-off'));
  expect(screen.getByRole('main')).toHaveTextContent('No wayIt is.Reference: 4f1c-22Try again');
  expect(screen.getByRole('banner')).toBeVisible();
  expect(screen.getByText('Try again').closest('a')).toHaveAttribute('href', '');
  expect(document.title).toBe('No way – Kargo');
  unmount();
  block.remove();
  render(open('/api/v1/payout-links/cut-off'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    "This address isn't on our route",
  );
});
