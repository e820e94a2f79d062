import { act, renderHook } from '@testing-library/react';
import { onLoadingChange, useIsLoading, whileLoading } from './loading.ts';

/** Work that is under way until the test ends it. */
function startWork() {
  let resolve = (_: string) => {};
  let reject = (_: Error) => {};
  const end = new Promise<string>((...ways) => {
    [resolve, reject] = ways;
  });
  let work = end;
  act(() => {
    work = whileLoading(() => end);
  });
  return { work, resolve, reject };
}

test('the flag is set until all overlapping work is done', async () => {
  const { result } = renderHook(() => useIsLoading());
  expect(result.current).toBe(false);
  const first = startWork();
  const second = startWork();
  expect(result.current).toBe(true);
  await act(async () => first.resolve('one'));
  await expect(first.work).resolves.toBe('one');
  expect(result.current).toBe(true);
  await act(async () => second.resolve('two'));
  expect(result.current).toBe(false);
});

test('work that fails clears the flag too, and rejects', async () => {
  const { result } = renderHook(() => useIsLoading());
  const { work, reject } = startWork();
  const failure = expect(work).rejects.toThrow('no');
  await act(async () => reject(new Error('no')));
  await failure;
  expect(result.current).toBe(false);
});

test('a listener is called at once when the flag changes, until it is removed', async () => {
  const flags: boolean[] = [];
  const stop = onLoadingChange((isLoading) => flags.push(isLoading));
  await whileLoading(async () => expect(flags).toEqual([true]));
  expect(flags).toEqual([true, false]);
  stop();
  await whileLoading(async () => {});
  expect(flags).toEqual([true, false]);
});
