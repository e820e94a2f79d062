/** How a part of the page is drawn, whatever is around it and wherever it stands. */
export type Look = Awaited<ReturnType<typeof readLook>>;
export type DrawnElement = Look['elements'][number];

/** Runs in the page: returns the custom properties of the page, its own and those of `:root`, by name. */
export function readTheme(): Record<string, string> {
  const properties = [...document.body.computedStyleMap()];
  const custom = properties.filter(([name]) => name.startsWith('--'));
  return Object.fromEntries(custom.map(([name, value]) => [name, `${value}`.trim()]));
}

/**
 * Runs in the page: waits until fonts are there and the animations of a part have ended, and returns its look: the names
 * of CSS properties, and its elements and their pseudo-elements, in the order of the document. Each has a name such as
 * `a "Log in"`, its computed values in the order of the properties, a line each, and whether it moves without end. Its
 * box is left and top, from those of the part or, if it is fixed, of the window; width and height; in px.
 */
export async function readLook(part: Element) {
  const longestMs = 3000;
  const animations = part.getAnimations({ subtree: true });
  const isEndless = (it: Animation) => it.effect?.getComputedTiming().endTime === Infinity;
  const ending = animations.filter((it) => it.playState === 'running' && !isEndless(it));
  await Promise.race([
    Promise.allSettled([document.fonts.ready, ...ending.map((it) => it.finished)]),
    // A browser without a screen sometimes stops painting one of its tabs.
    new Promise((resolve) => setTimeout(resolve, longestMs)),
  ]);

  const moving = new Set(
    animations.filter(isEndless).map(({ effect }) => (effect as KeyframeEffect).target),
  );
  // Tokens count where they are used.
  const properties = [...getComputedStyle(part)].filter((property) => !property.startsWith('--'));
  const { left, top } = part.getBoundingClientRect();
  const elements = [part, ...part.querySelectorAll('*')].flatMap((element) => {
    const isMoving = [...moving].some((it) => it?.contains(element));
    const name = nameOf(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const box = isFixed(element) ? [x, y] : [x - left, y - top];
    return [
      { name, box: [...box, width, height], values: valuesOf(element), isMoving },
      ...['::before', '::after'].flatMap((pseudo) =>
        /^(none|normal)$/.test(getComputedStyle(element, pseudo).content)
          ? []
          : [{ name: name + pseudo, box: [], values: valuesOf(element, pseudo), isMoving }],
      ),
    ];
  });
  return { properties, elements };

  /** Whether it stays where it is in the window while the part is scrolled. */
  function isFixed(element: Element | null): boolean {
    if (!element || element === part) return false;
    return getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement);
  }

  function valuesOf(element: Element, pseudo?: string): string {
    const style = getComputedStyle(element, pseudo);
    return properties.map((property) => style.getPropertyValue(property)).join('\n');
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim();
    return `${element.localName}${text ? ` "${text.slice(0, 30)}"` : ''}`;
  }
}
