import { expect, type Page } from '@playwright/test';
import { type Color, contrastOf } from './contrast.ts';

/**
 * Expects everything to be distinguishable when the visitor's colours replace the site's colours,
 * backgrounds and shadows: controls, cards and dialogs have an edge or a background, icons show,
 * and current, selected, invalid or disabled elements differ from others (WCAG 1.4.1, 1.4.11).
 *
 * @param place what the page shows, for the message of a failure
 * @param options.focus whether to focus every focusable element and expect a visible focus
 */
export async function expectDistinguishable(
  page: Page,
  place: string,
  { focus = false } = {},
): Promise<void> {
  const parts = await page.evaluateHandle(findParts);
  // If the keyboard was used last, an element that a script focuses shows its focus ring.
  if (focus) await page.keyboard.press('Tab');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const looks = await page.evaluateHandle<Looks>(`(${readLooks})(${contrastOf})`);
    const findings = await page.evaluate(findIndistinct, { parts, looks });
    if (focus) findings.push(...(await page.evaluate(findWithoutFocus, looks)));
    expect(findings, `${place}, in forced colours, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  await parts.dispose();
}

/** Runs in the page: returns controls, and boxes with a background or shadow of the site. */
function findParts(): Element[] {
  const controls =
    'button, [type=button], select, input, dialog, [role=dialog], [role=alertdialog], [data-testid=side-panel]';
  return [...document.body.querySelectorAll('*')].filter((element) => {
    if (element.closest('svg, [role=img], [aria-hidden=true], [inert]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { borderRadius, boxShadow, backgroundColor, position } = getComputedStyle(element);
    // Above the window, such as a link that shows only while it has the focus.
    if (position === 'fixed' && element.getBoundingClientRect().bottom < 0) return false;
    if (element.matches(controls)) return true;
    const isBox = parseFloat(borderRadius) >= 8 && element.textContent !== '';
    return isBox && (boxShadow !== 'none' || backgroundColor !== groundBehind(element));
  });

  function groundBehind(element: Element): string {
    const transparent = 'rgba(0, 0, 0, 0)';
    const own = getComputedStyle(element).backgroundColor;
    for (let it = element.parentElement; it; it = it.parentElement) {
      const { backgroundColor } = getComputedStyle(it);
      if (backgroundColor !== transparent) return own === transparent ? own : backgroundColor;
    }
    return own;
  }
}

type Looks = ReturnType<typeof readLooks>;

/** Runs in the page: returns functions that read how elements look in the current colours. */
function readLooks(contrast: typeof contrastOf) {
  const grounds = new Map<Element, Color>();
  return {
    isShown: (element: Element): boolean =>
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),

    /** Whether a background or an edge sets the element apart. */
    isSetApart(element: Element): boolean {
      const behind = groundOf(element.parentElement ?? element);
      const borders = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}`);
      return (
        contrast(groundOf(element), behind) >= 3 ||
        isSeen(element, 'outline') ||
        borders.every((border) => isSeen(element, border))
      );
    },

    hasRing: (element: Element): boolean =>
      parseFloat(getComputedStyle(element).outlineWidth) >= 2 && isSeen(element, 'outline'),

    isIconSeen(icon: Element): boolean {
      const behind = groundOf(icon);
      return contrast(colorOf(getComputedStyle(icon).stroke, behind), behind) >= 3;
    },

    /** The visible parts of an element: lines, text colours, backgrounds unlike the canvas. */
    lookOf: (element: Element): string[] =>
      [element, ...element.querySelectorAll(':scope *:not(svg *)')]
        .flatMap((it) => [null, '::before', '::after'].map((part) => [it, part] as const))
        .map(([it, part]) => lookOfPart(it, part)),

    nameOf(element: Element): string {
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()} "${text}" ${element.closest('[id]')?.id ?? ''}`;
    },
  };

  function lookOfPart(element: Element, part: string | null): string {
    const style = getComputedStyle(element, part);
    const isLined = parseFloat(style.borderTopWidth) > 0;
    const behind = groundOf(part ? element : (element.parentElement ?? element));
    const ground = colorOf(style.backgroundColor, behind);
    const isFilled = contrast(ground, behind) >= 3;
    if (part && (style.content === 'none' || !(isLined || isFilled))) return '';
    const underline = style.textDecorationLine === 'none' ? '' : style.textDecorationColor;
    const size = part ? `${style.width} × ${style.height}` : '';
    return [isFilled && ground, underline, size, style.borderWidth, style.color].join();
  }

  /** @param line `outline`, or the border of one side */
  function isSeen(element: Element, line: string): boolean {
    const style = getComputedStyle(element);
    const behind = groundOf(element.parentElement ?? element);
    return (
      parseFloat(style.getPropertyValue(`${line}-width`)) >= 1 &&
      style.getPropertyValue(`${line}-style`) !== 'none' &&
      contrast(colorOf(style.getPropertyValue(`${line}-color`), behind), behind) >= 3
    );
  }

  function groundOf(element: Element): Color {
    const known = grounds.get(element);
    if (known) return known;
    const behind: Color = element.parentElement ? groundOf(element.parentElement) : [255, 255, 255];
    const ground = colorOf(getComputedStyle(element).backgroundColor, behind);
    grounds.set(element, ground);
    return ground;
  }

  /** Returns how a computed, perhaps translucent colour looks on top of another one. */
  function colorOf(text: string, behind: Color): Color {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    const blend = (channel: number, below: number) => channel * alpha + below * (1 - alpha);
    return [blend(red, behind[0]), blend(green, behind[1]), blend(blue, behind[2])];
  }
}

/** Runs in the page: returns what has no edge, cannot be seen or looks like its neighbours. */
function findIndistinct({ parts, looks }: { parts: Element[]; looks: Looks }): string[] {
  const { isShown, isSetApart, isIconSeen, lookOf, nameOf } = looks;
  const marked =
    '[aria-current]:not([aria-current=false]), label:has(:checked), [aria-selected=true] > *, [aria-invalid=true], td > :disabled';
  const icons = [...document.querySelectorAll('svg[stroke=currentColor]')].filter(isShown);
  const markedElements = [...document.querySelectorAll(marked)].filter(isShown);
  return [
    ...parts.filter((part) => !isSetApart(part)).map((part) => `no edge: ${nameOf(part)}`),
    ...icons.filter((icon) => !isIconSeen(icon)).map((icon) => `not seen: ${nameOf(icon)}`),
    ...markedElements.filter(looksLikeOthers).map((it) => `looks like the others: ${nameOf(it)}`),
  ];

  function looksLikeOthers(element: Element): boolean {
    const group = element.closest('ul, ol, fieldset, table, form, [role=group]') ?? document.body;
    const others = [...group.querySelectorAll(element.tagName)].filter(
      (other) => !other.matches(marked) && isShown(other),
    );
    const look = lookOf(element);
    return others.map(lookOf).some((other) => look.every((trait) => other.includes(trait)));
  }
}

/** Runs in the page: returns the elements that show no focus ring when focused. */
function findWithoutFocus({ hasRing, nameOf }: Looks): string[] {
  const stops = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
  const found = [...stops].filter((it) => {
    it.focus({ preventScroll: true });
    // The browser's control is invisible; the site's control next to it shows the focus.
    const shown = [it, it.closest('label'), it.nextElementSibling];
    return document.activeElement === it && !shown.some((ours) => ours && hasRing(ours));
  });
  return found.map((it) => `no focus: ${nameOf(it)}`);
}
