import { type SyntheticEvent, useRef } from 'react';

/** Returns a handler for `work` that ignores presses while an earlier one is still at work. */
export function useOneAtATime(work: () => Promise<unknown>) {
  const isWorking = useRef(false);
  return async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWorking.current) return;
    isWorking.current = true;
    await work().finally(() => {
      isWorking.current = false;
    });
  };
}
