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

test('the flag is set while work is under way, and until all that overlaps is done', async () => {
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

test('work that fails clears the flag too, and stays failed', async () => {
  const { result } = renderHook(() => useIsLoading());
  const { work, reject } = startWork();
  const failure = expect(work).rejects.toThrow('no');
  await act(async () => reject(new Error('no')));
  await failure;
  expect(result.current).toBe(false);
});

test('a listener hears of the flag at once, until it stops listening', async () => {
  const heard: boolean[] = [];
  const stop = onLoadingChange((isLoading) => heard.push(isLoading));
  await whileLoading(async () => expect(heard).toEqual([true]));
  expect(heard).toEqual([true, false]);
  stop();
  await whileLoading(async () => {});
  expect(heard).toEqual([true, false]);
});
