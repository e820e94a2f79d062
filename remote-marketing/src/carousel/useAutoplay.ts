import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { reducedMotion, useMediaQuery } from '../browser/useMediaQuery.ts';

/**
 * Calls `advance` every `intervalMs`, or never while that is null, unless something stops it: the
 * visitor's button, the pointer over it, the focus in it, a hidden tab, or a preference for less
 * motion. Once the visitor has started it with the button, focus and preference do not stop it.
 *
 * react-slick's own timer adds 50 ms to every interval and knows only the first three.
 */
export function useAutoplay(intervalMs: number | null, advance: () => void) {
  const [choice, setChoice] = useState<'none' | 'play' | 'pause'>('none');
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const wantsLessMotion = useMediaQuery(reducedMotion);
  const isHidden = useSyncExternalStore(
    subscribeToVisibility,
    () => document.hidden,
    () => false,
  );

  // The state of the visitor's button, which hovering does not change.
  const isWanted = choice === 'play' || (choice === 'none' && !wantsLessMotion);
  const isPlaying = isWanted && !isHovered && (choice === 'play' || !isFocused);

  const tick = useEffectEvent(advance);
  useEffect(() => {
    if (!isPlaying || isHidden || intervalMs === null) return;
    const timer = setInterval(tick, intervalMs);
    return () => clearInterval(timer);
  }, [isPlaying, isHidden, intervalMs]);

  return {
    isPlaying,
    isWanted,
    toggle: () => setChoice(isWanted ? 'pause' : 'play'),
    setHovered,
    setFocused,
  };
}

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
