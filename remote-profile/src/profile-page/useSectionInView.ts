import { useEffect, useState } from 'react';

/** Which of the elements with these ids is being read: the one across a line near the window's top. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState<Id | undefined>(ids[0]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setInView(entered.target.id as Id);
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
