import { useEffect, useState } from 'react';
import type { SectionId } from './sections.ts';

/** Which of the sections is being read: the one across a line near the window's top. */
export function useSectionInView(ids: readonly SectionId[]): SectionId | undefined {
  const [inView, setInView] = useState(ids[0]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setInView(entered.target.id as SectionId);
      },
      { rootMargin: '-30% 0px -69% 0px' },
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return inView;
}
