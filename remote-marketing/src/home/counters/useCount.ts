import { useEffect, useEffectEvent, useState } from 'react';

/** How long a counter takes to reach its value, and to fall back to 0, in ms (spec section 4). */
const countUpMs = 2000;
const resetMs = 100;

/**
 * The number a counter shows: it goes from where it is to `target` while `isRunning`, and back to 0
 * when that ends. While `isRunning` is null it shows the target.
 */
export function useCount(target: number, isRunning: boolean | null): number {
  const [shown, setShown] = useState(target);
  const animateTo = useEffectEvent((end: number, durationMs: number) =>
    animate(shown, end, durationMs, setShown),
  );
  useEffect(() => {
    if (isRunning === null) return setShown(target);
    return isRunning ? animateTo(target, countUpMs) : animateTo(0, resetMs);
  }, [target, isRunning]);
  return shown;
}

/** @returns a function that stops it at its current value */
function animate(from: number, to: number, durationMs: number, show: (value: number) => void) {
  const start = performance.now();
  let frame = requestAnimationFrame(step);
  function step() {
    const progress = Math.min(1, (performance.now() - start) / durationMs);
    show(from + (to - from) * progress);
    if (progress < 1) frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
