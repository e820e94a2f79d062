import { expect, type Locator } from '@playwright/test';

/**
 * Expects that no text of a region is cut off or overlaps other text, and that the page does not
 * scroll sideways. Ignores drawings, hidden content and slides outside the window.
 *
 * @param place name of the region, for the message of a failure
 */
export async function expectReadable(region: Locator, place: string): Promise<void> {
  const findings = async () => (await region.evaluateHandle(findLines)).evaluate(findUnreadable);
  await expect.poll(findings, { message: place }).toEqual([]);
}

/** Expects every focused element to be in view and not fully covered (WCAG 2.4.11). */
export async function expectReachable(region: Locator, place: string): Promise<void> {
  // The skip link shows only when the keyboard focuses it.
  await region.page().keyboard.press('Tab');
  expect(await region.evaluate(findUnreachable), place).toEqual([]);
}

interface Line {
  text: string;
  of: Element;
  box: DOMRect;
  isFixed: boolean;
}

/** Runs in the page: returns a region's visible lines of text. */
function findLines(region: Element): Line[] {
  const ignored =
    '[aria-hidden=true], [inert], [hidden], svg, [role=img], script, style, [data-slide]:not([data-active])';
  const lines: Line[] = [];
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    const text = node.textContent?.trim();
    if (!of || !text || of.closest(ignored) || isWithin(of, isForScreenReaders)) continue;
    if (!of.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const isFixed = isWithin(of, (it) =>
      ['fixed', 'sticky'].includes(getComputedStyle(it).position),
    );
    for (const { x, y, width, height } of range.getClientRects()) {
      // Letters fill the middle of a line's height.
      const box = new DOMRect(x, y + height * 0.25, width, height * 0.5);
      if (width > 1 && height > 1) lines.push({ text, of, box, isFixed });
    }
  }
  return lines;

  /** Whether an element is hidden on purpose, except from screen readers. */
  function isForScreenReaders(element: Element): boolean {
    return getComputedStyle(element).position === 'absolute' && element.clientWidth <= 1;
  }

  function isWithin(element: Element, isWanted: (ancestor: Element) => boolean): boolean {
    for (let it: Element | null = element; it; it = it.parentElement) if (isWanted(it)) return true;
    return false;
  }
}

/** Runs in the page: returns the lines that are cut off or overlap. */
function findUnreadable(lines: Line[]): string[] {
  const tolerance = 2;
  const findings = new Set<string>();
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) findings.add(`scrolls sideways: ${scrollWidth} in ${clientWidth}`);
  for (const [index, line] of lines.entries()) {
    const cutter = whatCuts(line);
    if (cutter) findings.add(`"${line.text}" is cut off by ${cutter}`);
    for (const other of lines.slice(index + 1)) {
      if (line.of === other.of || line.isFixed !== other.isFixed) continue;
      if (overlap(line.box, other.box)) findings.add(`"${line.text}" lies on "${other.text}"`);
    }
  }
  return [...findings];

  /** The nearest ancestor that clips the line without scrolling. */
  function whatCuts({ of, box }: Line): string | null {
    for (
      let it: Element | null = of;
      it && it !== document.documentElement;
      it = it.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(it);
      const frame = it.getBoundingClientRect();
      const isWide = box.left < frame.left - tolerance || box.right > frame.right + tolerance;
      const isHigh = box.top < frame.top - tolerance || box.bottom > frame.bottom + tolerance;
      if (isWide && ['hidden', 'clip'].includes(overflowX)) return it.outerHTML.slice(0, 80);
      if (isHigh && ['hidden', 'clip'].includes(overflowY)) return it.outerHTML.slice(0, 80);
    }
    const isOutside = box.left < -tolerance || box.right > clientWidth + tolerance;
    return isOutside ? 'the window' : null;
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    return (
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance
    );
  }
}

/** Runs in the page: returns the elements that cannot be seen while focused. */
async function findUnreachable(region: Element): Promise<string[]> {
  const candidates = region.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input, select, textarea, summary',
  );
  const findings: string[] = [];
  for (const it of candidates) {
    if (it.closest('[inert]') || !it.checkVisibility({ visibilityProperty: true })) continue;
    it.focus();
    if (document.activeElement !== it) continue;
    const name = it.getAttribute('aria-label') ?? it.textContent?.trim() ?? it.id;
    if (!(await becomesSeen(it))) findings.push(`"${name}" is not seen when it has the focus`);
  }
  return findings;

  /** A focused element may appear with a transition, even of zero length. */
  async function becomesSeen(element: HTMLElement): Promise<boolean> {
    for (let frame = 0; frame < 30; frame += 1) {
      if (isSeen(element)) return true;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return false;
  }

  function isSeen(element: HTMLElement): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) => {
        const hit = document.elementFromPoint(x + width * across, y + height * down);
        return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
      }),
    );
  }
}
