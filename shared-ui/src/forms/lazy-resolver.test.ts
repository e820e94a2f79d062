import type { Resolver } from 'react-hook-form';
import { lazyResolver } from './lazy-resolver.ts';

interface Values {
  name: string;
}

const options = { fields: {}, shouldUseNativeValidation: false };
const checked = { values: {}, errors: { name: { type: 'required', message: 'Name is required' } } };
const resolver: Resolver<Values> = () => checked;

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => document.body.replaceChildren());

test('a form loads its check when it is sent', async () => {
  const load = jest.fn().mockResolvedValue({ default: resolver });
  const check = lazyResolver<Values>(load);
  expect(load).not.toHaveBeenCalled();
  expect(await check({ name: '' }, undefined, options)).toEqual(checked);
});

test('the check is loaded when a field gets the focus, but nothing else', () => {
  const load = jest.fn().mockRejectedValue(new Error('no connection'));
  lazyResolver<Values>(load);
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  const input = document.createElement('input');
  document.body.append(heading, input);
  heading.focus();
  expect(load).not.toHaveBeenCalled();
  input.focus();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a form whose check does not load is sent as it is', async () => {
  const check = lazyResolver<Values>(() => Promise.reject(new Error('no connection')));
  expect(await check({ name: ' Ada ' }, undefined, options)).toEqual({
    values: { name: ' Ada ' },
    errors: {},
  });
  expect(console.error).toHaveBeenCalledWith('The form cannot be checked:', expect.any(Error));
});

test('nothing is reported while a button is pressed, which would move it from under the pointer', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  const check = lazyResolver<Values>(async () => ({ default: resolver }));
  const said = jest.fn();
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  const outcome = Promise.resolve(check({ name: '' }, undefined, options));
  void outcome.then(said);
  await new Promise(requestAnimationFrame);
  expect(said).not.toHaveBeenCalled();
  button.dispatchEvent(new Event('pointerup', { bubbles: true }));
  expect(await outcome).toEqual(checked);
});

test('a press that ended elsewhere does not block the keyboard', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  const check = lazyResolver<Values>(async () => ({ default: resolver }));
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(await check({ name: '' }, undefined, options)).toEqual(checked);
});
