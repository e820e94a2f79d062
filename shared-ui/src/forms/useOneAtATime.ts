import { type SyntheticEvent, useRef } from 'react';

/** Returns a handler that does `work`, unless an earlier press is still at it: two may come before the next render. */
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
