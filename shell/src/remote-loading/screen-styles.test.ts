import { isInPage } from '@kargo/shared-runtime/element-styles';
import { loadStyleMaker } from '@kargo/shared-runtime/load-style-maker';
import { loadScreenStyles, stylesCameWith } from './screen-styles.ts';

jest.mock('@kargo/shared-runtime/load-style-maker', () => ({ loadStyleMaker: jest.fn() }));
jest.mock('@kargo/shared-runtime/element-styles', () => ({
  ...jest.requireActual('@kargo/shared-runtime/element-styles'),
  hasStyleMaker: () => false,
}));

/** Versions are never used twice: what has come stays. */
let version = 0;

const styles = { Login: 'sha384-a/b+c=' };

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '';
  jest.mocked(loadStyleMaker).mockReset();
  version += 1;
});

const release = (more = {}) => ({ app: 'auth', version: `${version}`, url: '/entry.js', ...more });

const load = () => loadScreenStyles('auth/Login', release({ styles }));

function link(): HTMLLinkElement {
  const found = document.head.querySelector('link');
  if (!found) throw new Error('No styles were asked for');
  return found;
}

test('the styles of a screen are asked for once, by their hash', async () => {
  const loading = load();
  expect(load()).toBe(loading);
  expect(document.head.querySelectorAll('link')).toHaveLength(1);
  expect(link().rel).toBe('stylesheet');
  expect(link()).toHaveAttribute('href', '/releases/pages/sha384-a%2Fb%2Bc%3D.css');
  expect(link().integrity).toBe(styles.Login);

  const cssRules = ['.k-new { }', '@media print { .k-printed { top: 0px; } }'];
  const sheet = { cssRules: cssRules.map((cssText) => ({ cssText })) };
  Object.defineProperty(link(), 'sheet', { value: sheet });
  expect(isInPage('new')).toBe(false);
  link().dispatchEvent(new Event('load'));
  await loading;
  expect(isInPage('new') && isInPage('printed')).toBe(true);
  expect(load()).toBeUndefined();
  expect(loadStyleMaker).not.toHaveBeenCalled();
});

test.each([
  ['does not come', () => link().dispatchEvent(new Event('error'))],
  ['is silent', () => jest.advanceTimersByTime(2000)],
])(
  'where the file %s, what makes styles is loaded, and the file asked for again later',
  async (_what, happen) => {
    const loading = load();
    happen();
    await loading;
    expect(loadStyleMaker).toHaveBeenCalledTimes(1);
    expect(load()).toBeInstanceOf(Promise);
    expect(document.head.querySelectorAll('link')).toHaveLength(2);
  },
);

test('a release without styles needs what makes them', async () => {
  await loadScreenStyles('auth/Login', release());
  await loadScreenStyles('auth/Login', release({ styles: { Other: styles.Login } }));
  expect(loadStyleMaker).toHaveBeenCalledTimes(2);
  expect(document.head).toBeEmptyDOMElement();
});

test('the screen that the page came with has its styles', () => {
  stylesCameWith('auth/Login', release());
  expect(load()).toBeUndefined();
  expect(document.head).toBeEmptyDOMElement();
});
