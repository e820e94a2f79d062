import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { checkConnection, loadNow, retryWhenOnline, useIsOffline } from './connection.ts';
import { setOnline } from './testing/fake-api.ts';

const noResponse = new TypeError('Failed to fetch');

beforeEach(() => {
  jest.useFakeTimers();
  setOnline(false);
});

afterEach(async () => {
  setOnline(true);
  await pass(0);
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

function siteResponds(responds: boolean) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!responds) throw noResponse;
    return new Response();
  });
}

const isOffline = () => renderHook(useIsOffline).result.current;

test('work is tried even if the browser says that it is offline', async () => {
  const work = jest.fn().mockResolvedValue('a response');
  expect(await retryWhenOnline(work)).toBe('a response');
  expect(isOffline()).toBe(false);
});

test('work without a response is tried again after a few seconds, and the page is offline until then', async () => {
  const work = jest.fn().mockRejectedValueOnce(noResponse).mockResolvedValue('a response');
  const result = retryWhenOnline(work);
  await pass(4999);
  expect(work).toHaveBeenCalledTimes(1);
  expect(isOffline()).toBe(true);
  await pass(1);
  expect(await result).toBe('a response');
  expect(isOffline()).toBe(false);
});

test('work without a response is tried again at once when the browser is online', async () => {
  const work = jest.fn().mockRejectedValueOnce(noResponse).mockResolvedValue('a response');
  const result = retryWhenOnline(work);
  await pass(10);
  setOnline(true);
  await pass(0);
  expect(await result).toBe('a response');
});

test('an error response is a failure, whatever the browser says', async () => {
  const refusal = new Error('503');
  const work = jest.fn().mockRejectedValue(refusal);
  await expect(retryWhenOnline(work, (error) => error === refusal)).rejects.toBe(refusal);
});

test('the page is not offline just because the browser says so', async () => {
  const site = siteResponds(true);
  checkConnection();
  await pass(0);
  expect(site).toHaveBeenCalledTimes(1);
  expect(isOffline()).toBe(false);
});

test('the page is offline while the site cannot be reached, even without an event of the browser', async () => {
  siteResponds(false);
  checkConnection();
  await pass(60_000);
  checkConnection();
  expect(isOffline()).toBe(true);
  const site = siteResponds(true);
  site.mockClear();
  await pass(5000);
  expect(site).toHaveBeenCalledTimes(1);
  expect(isOffline()).toBe(false);
});

test('code for sending is not waited for, and is loaded again the next time', async () => {
  const load = jest.fn().mockRejectedValue(noResponse);
  const loading = retryWhenOnline(() => load());
  const importCode = () => loading;
  await pass(0);
  await expect(loadNow(importCode)).rejects.toMatchObject({ name: 'NetworkError' });
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue('the code');
  expect(await loadNow(importCode)).toBe('the code');
});
