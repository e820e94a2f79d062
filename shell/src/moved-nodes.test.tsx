import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { useNavigationEffects } from './navigation/useNavigationEffects.ts';
import { Pages } from './Pages.tsx';
import { releaseMapArrived } from './remote-loading/release-transitions.ts';
import { provideScreenLoader } from './remote-loading/screen-component.ts';
import { trackedReleases } from './remote-loading/tracked-releases.ts';
import { renderAt, writeConfiguration } from './testing/render-at.tsx';

jest.mock('./navigation/useNavigationEffects.ts', () => ({ useNavigationEffects: jest.fn() }));

let version = 0;

beforeAll(writeConfiguration);

beforeEach(() => {
  // No version is used twice, since a page remembers which have failed.
  version += 1;
  const releases = [version, 'older'].map((of) => ({
    url: `/releases/auth/${of}/remoteEntry.js`,
    version: `${of}`,
  }));
  releaseMapArrived({ auth: releases });
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => document.getElementById('root')?.remove());

/** A text next to an element that comes and goes. */
function Fragile() {
  const [isBusy, setBusy] = useState(false);
  return (
    <form>
      <input name="email" type="email" />
      <input name="secret" />
      <button type="button" onClick={() => setBusy(!isBusy)}>
        {isBusy && <i>…</i>}
        Send
      </button>
    </form>
  );
}

/** Fields whose values React reads. */
function Controlled() {
  const [secret, setSecret] = useState('');
  return (
    <>
      <Fragile />
      <input name="name" value={secret} onChange={(event) => setSecret(event.target.value)} />
      <output>{secret}</output>
      <input name="phone" defaultValue="of the first form" />
      <input name="phone" defaultValue="of the second form" />
      <input name="billing" type="radio" value="monthly" defaultChecked />
      <input name="billing" type="radio" value="yearly" />
    </>
  );
}

/** Moves a text as translators do. */
function moveTextOf(button: HTMLElement): void {
  const font = document.createElement('font');
  const [text] = [...button.childNodes].filter((node) => node instanceof Text);
  text?.replaceWith(font);
  font.append('Enviar');
}

async function show(Screen: ComponentType) {
  provideScreenLoader(async () => ({ default: Screen }));
  const root = document.body.appendChild(document.createElement('div'));
  root.id = 'root';
  return act(async () => renderAt('/login', <Pages />, root));
}

const press = () => {
  const button = screen.getByRole('button');
  moveTextOf(button);
  fireEvent.click(button);
};
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`);
const release = () => document.querySelector('[data-release]')?.getAttribute('data-release');

test('A screen whose nodes were moved is drawn again, with its entries and the focus', async () => {
  const user = userEvent.setup();
  await show(Controlled);
  for (const name of ['email', 'secret', 'name']) {
    await user.type(field(name) as HTMLInputElement, `the ${name}`);
  }
  const [, secondPhone] = screen.getAllByDisplayValue(/^of the/);
  await user.clear(secondPhone as HTMLElement);
  await user.click(screen.getByDisplayValue('yearly'));
  field('secret')?.focus();
  field('secret')?.setSelectionRange(1, 3);
  const before = field('email');
  press();
  expect(field('email')).not.toBe(before);
  expect(screen.getByRole('button')).toHaveTextContent('Send');
  expect(field('email')).toHaveValue('the email');
  expect(field('secret')).toHaveValue('the secret');
  expect(field('secret')).toHaveFocus();
  expect([field('secret')?.selectionStart, field('secret')?.selectionEnd]).toEqual([1, 3]);
  expect(screen.getByRole('status')).toHaveTextContent('the name');
  const phones = [...document.querySelectorAll<HTMLInputElement>('[name=phone]')];
  expect(phones.map(({ value }) => value)).toEqual(['of the first form', '']);
  expect(screen.getByDisplayValue('yearly')).toBeChecked();
  expect(release()).toBe(`${version}`);
});

test('The second time, a message replaces it, and no release has failed', async () => {
  await show(Fragile);
  press();
  press();
  expect(screen.getByTestId('remote-unavailable')).toHaveTextContent(/such as its translator/);
  expect(trackedReleases().filter(({ state }) => state.name === 'failed')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button')).toHaveTextContent('Send');
  expect(release()).toBe(`${version}`);
  press();
  expect(screen.getByRole('button')).toHaveTextContent('Send');
});

describe('Outside of the screen', () => {
  let isMoved = false;
  const failOnce = () => {
    isMoved = true;
    jest.spyOn(console, 'warn').mockImplementation(() => {
      isMoved = false;
    });
  };

  beforeEach(() => {
    jest.mocked(useNavigationEffects).mockImplementation(() => {
      if (isMoved) throw new DOMException('The node is not a child', 'NotFoundError');
    });
  });

  test('the page is drawn again, once at each address', async () => {
    failOnce();
    const { router } = await show(Fragile);
    expect(screen.getByRole('button')).toBeVisible();
    failOnce();
    await act(async () => router.navigate('/nowhere'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("isn't on our route");
  });

  test('a page that fails again says so', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    isMoved = true;
    await show(Fragile);
    isMoved = false;
    expect(screen.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  });
});
