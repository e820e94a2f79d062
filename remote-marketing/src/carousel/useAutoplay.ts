import { useEffect, useState } from 'react';
import { reducedMotion, useMediaQuery } from '../browser/useMediaQuery.ts';

export interface Autoplay {
  isPlaying: boolean;
  /** Whether the visitor's button shows "pause": hovering does not change it. */
  isWanted: boolean;
  toggle: () => void;
  setHovered: (isHovered: boolean) => void;
  setFocused: (isFocused: boolean) => void;
}

/**
 * Calls `advance` every `intervalMs` unless something stops it: the visitor's button, the pointer
 * over it, the focus in it, a hidden tab, or the wish for less motion. A visitor who asks for it
 * with the button gets it in spite of the focus, which is on that button, and of that wish.
 *
 * react-slick's own timer adds 50 ms to every interval and knows only the first three.
 */
export function useAutoplay(intervalMs: number, advance: (() => void) | null): Autoplay {
  const [choice, setChoice] = useState<'none' | 'play' | 'pause'>('none');
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHidden = useIsHidden();
  const wantsLessMotion = useMediaQuery(reducedMotion);

  const isWanted = choice === 'play' || (choice === 'none' && !wantsLessMotion);
  const isPlaying = isWanted && !isHovered && !isHidden && (choice === 'play' || !isFocused);

  useEffect(() => {
    if (!isPlaying || !advance) return;
    const timer = setInterval(advance, intervalMs);
    return () => clearInterval(timer);
  }, [isPlaying, advance, intervalMs]);

  return {
    isPlaying,
    isWanted,
    toggle: () => setChoice(isWanted ? 'pause' : 'play'),
    setHovered,
    setFocused,
  };
}

function useIsHidden(): boolean {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    const update = () => setIsHidden(document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isHidden;
}
