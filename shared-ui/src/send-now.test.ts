import { useHasUnsent } from '@kargo/shared-runtime/layout';
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { NothingSentError, sendNow } from './send-now.ts';

const named = (name: string, rest: object = {}) => Object.assign(new Error('x'), { name, ...rest });
const noResponse = [
  named('ApiError', { status: null }),
  named('IdentityError', { code: 'auth/network-request-failed' }),
  named('NetworkError'),
];
const others = [
  named('ApiError', { status: 503 }),
  named('IdentityError', { code: 'auth/wrong-password' }),
  new Error('No identity provider is configured'),
];

const browserIsOnline = (isOnline: boolean) =>
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

afterEach(() => act(async () => window.dispatchEvent(new Event('online'))));

test('a request is sent even if the browser says that it is offline', async () => {
  browserIsOnline(false);
  expect(await sendNow(async () => 'a response')).toBe('a response');
  expect(renderHook(useHasUnsent).result.current).toBe(false);
});

test.each(noResponse)('without a response while offline, nothing was sent: %s', async (error) => {
  browserIsOnline(false);
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const send = jest.fn().mockRejectedValue(error);
  await expect(sendNow(send)).rejects.toBeInstanceOf(NothingSentError);
  expect(send).toHaveBeenCalledTimes(1);
  expect(renderHook(useHasUnsent).result.current).toBe(true);
});

test.each(noResponse)(
  'it does not claim that unless the browser was offline before: %s',
  async (error) => {
    browserIsOnline(true);
    const send = async () => {
      browserIsOnline(false);
      throw error;
    };
    await expect(sendNow(send)).rejects.toBe(error);
  },
);

test.each(others)('a refusal counts as one, whatever the browser says: %s', async (error) => {
  browserIsOnline(false);
  await expect(sendNow(() => Promise.reject(error))).rejects.toBe(error);
});
