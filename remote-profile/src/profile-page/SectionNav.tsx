import { css } from '@kargo/shared-runtime/styles';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { goToSection, type SectionId, scrollToSection, sectionTitles } from './sections.ts';

const sectionIds = Object.keys(sectionTitles) as SectionId[];

/**
 * Links to the page's cards, next to them where there is room. Arrow keys move between the links
 * and show the card, as in tabs; each is also a stop for Tab, and Enter goes to its card.
 */
export function SectionNav() {
  const inView = useSectionInView();
  return (
    <nav
      className={css({
        display: { base: 'none', lg: 'block' },
        position: 'sticky',
        top: 'calc({sizes.header} + 1.5rem)',
      })}
      aria-label="Profile sections"
    >
      <ul className={css({ listStyle: 'none' })} onKeyDown={goWithArrows}>
        {sectionIds.map((id) => (
          <li key={id}>
            <a
              className={css({
                display: 'block',
                px: '4',
                py: '3',
                borderRadius: 'input',
                color: 'ink.600',
                fontWeight: 500,
                textDecoration: 'none',
                _hover: { color: 'ink.900', bg: 'lilac' },
                '&[aria-current]': {
                  color: 'violet.700',
                  bg: 'lilac',
                  fontWeight: 600,
                },
                _highContrast: {
                  '&[aria-current]': {
                    forcedColorAdjust: 'none',
                    bg: 'Highlight',
                    color: 'HighlightText',
                    outlineColor: 'CanvasText',
                  },
                },
              })}
              href={`#${id}`}
              aria-current={inView === id ? 'true' : undefined}
              onClick={(event) => goToSection(event, id)}
            >
              {sectionTitles[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function goWithArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const focused = links.findIndex((link) => link.matches(':focus'));
  const places: Record<string, number> = {
    ArrowDown: (focused + 1) % links.length,
    ArrowUp: focused - 1,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  links.at(place)?.focus();
  const id = sectionIds.at(place);
  if (id) scrollToSection(id);
}

/** Returns the section that is being read: the one across a line near the window's top. */
function useSectionInView(): SectionId | undefined {
  const [inView, setInView] = useState<SectionId | undefined>(sectionIds[0]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        // Several frames' entries, when the page was busy.
        const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
        if (entered) setInView(sectionIds.find((id) => id === entered.target.id));
      },
      { rootMargin: '-30% 0px -69% 0px' },
    );
    for (const id of sectionIds) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  return inView;
}
