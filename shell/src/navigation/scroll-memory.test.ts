let memory: typeof import('./scroll-memory.ts');

beforeEach(() => {
  sessionStorage.clear();
  window.scrollY = 0;
  window.history.scrollRestoration = 'auto';
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  openDocument();
});
afterEach(() => jest.restoreAllMocks());

/** Forgets what was in memory, as a reload does. */
function openDocument(): void {
  jest.resetModules();
  memory = require('./scroll-memory.ts');
}

/** Scrolls the page of an entry, and leaves the document. */
function scrollAndLeave(entry: string, scrollY: number): void {
  const forget = memory.rememberScroll(entry);
  window.scrollY = scrollY;
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('pagehide'));
  forget();
}

test('A position outlives the document', () => {
  scrollAndLeave('a /', 640);
  openDocument();
  memory.restoreScroll('a /')?.();
  expect(window.scrollTo).toHaveBeenCalledWith(0, 640);
});

test('The browser restores the position of a page that it has kept', () => {
  const forget = memory.rememberScroll('a /');
  for (const [event, by] of [
    ['pagehide', 'auto'],
    ['pageshow', 'manual'],
  ] as const) {
    window.dispatchEvent(new Event(event));
    expect(window.history.scrollRestoration).toBe(by);
  }
  forget();
});

test('If the browser stores nothing for the site, positions last as long as the document', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  const failures: unknown[] = [];
  window.addEventListener('error', ({ error }) => failures.push(error), { once: true });

  expect(memory.restoreScroll('a /')).toBeUndefined();
  scrollAndLeave('a /', 640);
  expect(failures).toEqual([]);
  expect(window.history.scrollRestoration).toBe('auto');
  memory.restoreScroll('a /')?.();
  expect(window.scrollTo).toHaveBeenCalledWith(0, 640);
});

test.each(['{', 'null', '5', '[5]'])('A broken storage entry, such as %s, is ignored', (torn) => {
  sessionStorage.setItem('kargo_scroll', torn);
  expect(memory.restoreScroll('a /')).toBeUndefined();
});
