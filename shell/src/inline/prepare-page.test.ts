const html = document.documentElement;

/** Runs the script in a page that was just opened. */
async function run(stored: string | null): Promise<void> {
  localStorage.clear();
  if (stored !== null) localStorage.setItem('kargo_web', stored);
  html.removeAttribute('data-signed-in');
  await jest.isolateModulesAsync(async () => {
    await import('./prepare-page.ts');
  });
}

// The first test, since each run adds a listener of its own.
test('a click on a button that has to wait is recorded, and goes no further', async () => {
  await run(null);
  const reacted = jest.fn((event: Event) => event.preventDefault());
  document.body.innerHTML = '<form id="root"><button><span></span></button></form>';
  for (const type of ['click', 'submit']) document.body.addEventListener(type, reacted);
  document.querySelector('span')?.click();
  expect(window.kargoClickReplay?.buttons).toEqual(new Set(document.querySelectorAll('button')));
  expect(reacted).not.toHaveBeenCalled();
  document.querySelector('form')?.removeAttribute('id');
  document.querySelector('span')?.click();
  expect(reacted).toHaveBeenCalled();
});

test('Enter in a form whose button has to wait is recorded as a click on it', async () => {
  await run(null);
  document.body.innerHTML =
    '<form id="root"><input><button type="button"></button><button type="submit" disabled></button></form><input>';
  const [field, outside] = document.querySelectorAll('input');
  const press = (element: HTMLElement | null | undefined, key: string) => {
    element?.focus();
    element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };
  press(field, 'a');
  press(outside, 'Enter');
  press(document.querySelector<HTMLElement>('[type=button]'), 'Enter');
  expect(window.kargoClickReplay?.buttons).toEqual(new Set());
  press(field, 'Enter');
  const submit = document.querySelector('[type=submit]');
  expect(window.kargoClickReplay?.buttons).toEqual(new Set([submit]));
});

test.each(['{"token":"token-1"}', '"token-1"', 'token-1'])(
  '%s marks a driver, and stays',
  async (stored) => {
    await run(stored);
    expect(html).toHaveAttribute('data-signed-in', '');
    expect(localStorage).toHaveLength(1);
  },
);

test.each([
  'null',
  'true',
  '12',
  '{}',
  '[]',
  '["token-1"]',
  '{"constructor":"token-1"}',
  '{"__proto__":{"token":"token-1"}}',
  '{"token":["token-1"]}',
  '{"token":" "}',
  '{"token":"tok',
  '""',
  ' ',
])('%s is no session, and is removed', async (stored) => {
  await run(stored);
  expect(html).not.toHaveAttribute('data-signed-in');
  expect(localStorage).toHaveLength(0);
});

test('without a stored token nobody is marked', async () => {
  await run(null);
  expect(html).not.toHaveAttribute('data-signed-in');
});

test.each([
  ['navigate', '', true],
  ['reload', '', false],
  ['navigate', '#faqs', false],
])('a page that opens by %s at "%s" opens at its top: %s', async (type, hash, isMarked) => {
  jest
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ type } as PerformanceNavigationTiming]);
  location.hash = hash;
  html.removeAttribute('data-from-top');
  await run(null);
  expect(html.hasAttribute('data-from-top')).toBe(isMarked);
});
