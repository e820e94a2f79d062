import { FakeApi } from '@kargo/shared-runtime/testing/fake-api';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { releaseMapArrived } from '../remote-loading/release-transitions.ts';
import { offerWhoMade } from './offer-who-made.ts';

const shortcut = '{Alt>}{Shift>}[KeyW]{/Shift}{/Alt}';
const overlay = () => screen.findByTestId('who-made-this');
const noOverlay = () => waitFor(() => expect(screen.queryByTestId('who-made-this')).toBeNull());
const page = document.body.appendChild(document.createElement('div'));
let api: FakeApi;

beforeAll(async () => {
  releaseMapArrived({ shell: [{ version: '1.0.0', url: '/releases/shell/1.0.0/main.js' }] });
  offerWhoMade();
  // On a busy machine this takes longer than a test waits.
  await import('./WhoMadeThis.tsx');
});

beforeEach(() => {
  document.documentElement.style.fontSize = '16px';
  api = new FakeApi();
  const since = new Date(Date.now() - 200_000).toISOString();
  api.on(whoMadePath, {
    body: {
      auth: { owner: 'Auth team', releases: { '2.0.0': { came: 'canary (5%)', since } } },
      shell: { owner: 'Platform team', releases: {} },
    },
  });
  page.innerHTML = `<div><main id="content"><div data-remote="auth" data-release="2.0.0">
    <input aria-label="Email" /></div></main></div>`;
});

afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  await noOverlay();
  api.remove();
});

test('the shortcut opens and closes it, and the focus comes back', async () => {
  const user = userEvent.setup();
  screen.getByLabelText('Email').focus();
  await user.keyboard(shortcut);
  expect(await screen.findByRole('region', { name: 'Who made this' })).toBe(await overlay());
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
  await user.keyboard(shortcut);
  await noOverlay();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await user.keyboard(shortcut);
  await overlay();
  await user.keyboard('{Escape}');
  await noOverlay();
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('it stays closed for letters typed with Alt Graph or Option, and for other keys', async () => {
  const field = screen.getByLabelText('Email');
  const press = (target: EventTarget, more: KeyboardEventInit) =>
    act(async () => {
      const init = { altKey: true, shiftKey: true, code: 'KeyW', key: 'W', bubbles: true, ...more };
      target.dispatchEvent(new KeyboardEvent('keydown', init));
    });
  await press(field, { modifierAltGraph: true });
  await press(field, { key: '„' });
  await press(field, { code: 'KeyE' });
  await press(document.body, { shiftKey: false });
  await press(document.body, { repeat: true });
  expect(screen.queryByTestId('who-made-this')).toBeNull();
  await press(document.body, { key: '„' });
  await overlay();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await noOverlay();
});

test('each part names its team, also after the page has changed; Copy copies it', async () => {
  const user = userEvent.setup();
  await user.keyboard(shortcut);
  await screen.findByText('Auth team · canary (5%) for 3 minutes');
  const labels = () => [...document.querySelectorAll('[data-who]')].map((it) => it.textContent);
  expect(labels()).toEqual([
    'Frame shell 1.0.0Platform team · age unknown',
    'Screen auth 2.0.0Auth team · canary (5%) for 3 minutes',
  ]);
  document.querySelector('[data-remote]')?.setAttribute('data-release', '3.0.0');
  await screen.findByText('Auth team · age unknown');

  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(written.mock.lastCall?.[0]).toMatch(
    /^Page: \/\n[\s\S]*\nScreen: auth 3\.0\.0 · Auth team · age unknown$/,
  );
});

test('without a response, app and version are shown all the same', async () => {
  api.on(whoMadePath, 'no response');
  await userEvent.keyboard(shortcut);
  expect(await screen.findAllByText('Owner unknown · age unknown')).toHaveLength(2);
  expect(screen.getByText('2.0.0')).toBeVisible();
});

test('the address opens it', async () => {
  window.history.replaceState(null, '', '/?kargo-who');
  offerWhoMade();
  await overlay();
});
