import { expect, type Page } from '@playwright/test';

/**
 * Expects that everything stays distinguishable when the visitor's own colours replace those of the
 * site and remove its backgrounds and shadows: controls, cards and dialogs have an edge or a
 * background, icons are visible, and elements that are current, selected, invalid or disabled look
 * different from the others beside them (WCAG 1.4.1, 1.4.11).
 *
 * @param place the content of the page, for the message of a failure
 * @param options.focus whether to focus every focusable element and expect a visible focus
 */
export async function expectToldApart(
  page: Page,
  place: string,
  { focus = false } = {},
): Promise<void> {
  const parts = await page.evaluateHandle(findParts);
  // An element that a script focuses shows its focus ring if the keyboard was used last.
  if (focus) await page.keyboard.press('Tab');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const findings = await parts.evaluate(findNotToldApart, focus);
    expect(findings, `${place}, in forced colours, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  await parts.dispose();
}

/** Controls, and boxes that have a background or a shadow in the site's colours. Runs in the page. */
function findParts(): Element[] {
  const controls =
    'button, [type=button], select, input, dialog, [role=dialog], [role=alertdialog], [data-testid=side-panel]';
  return [...document.body.querySelectorAll('*')].filter((element) => {
    if (element.closest('svg, [role=img], [aria-hidden=true], [inert]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { borderRadius, boxShadow, backgroundColor, position } = getComputedStyle(element);
    // Above the window, such as the link that is only shown while it has the focus.
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

/** Runs in the page. */
function findNotToldApart(parts: Element[], isFocusTried: boolean): string[] {
  type Color = [red: number, green: number, blue: number];
  const findings: string[] = [];
  for (const part of parts) {
    if (!hasGround(part) && !hasEdge(part)) findings.push(`no edge: ${nameOf(part)}`);
  }
  for (const icon of document.querySelectorAll('svg[stroke=currentColor]')) {
    if (!isShown(icon)) continue;
    const stroke = colorOf(getComputedStyle(icon).stroke, groundOf(icon));
    if (contrast(stroke, groundOf(icon)) < 3) findings.push(`not seen: ${nameOf(icon)}`);
  }
  const marked =
    '[aria-current]:not([aria-current=false]), label:has(:checked), [aria-selected=true] > *, [aria-invalid=true], td > :disabled';
  for (const it of document.querySelectorAll(marked)) {
    if (!isShown(it)) continue;
    const others = [
      ...(
        it.closest('ul, ol, fieldset, table, form, [role=group]') ?? document.body
      ).querySelectorAll(it.tagName),
    ].filter((other) => !other.matches(marked) && isShown(other));
    const look = lookOf(it);
    if (others.map(lookOf).some((other) => look.every((trait) => other.includes(trait)))) {
      findings.push(`looks like the others: ${nameOf(it)}`);
    }
  }
  if (isFocusTried) findings.push(...withoutFocusRing().map((it) => `no focus: ${nameOf(it)}`));
  return findings;

  function withoutFocusRing(): Element[] {
    const stops = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
    return [...stops].filter((it) => {
      it.focus({ preventScroll: true });
      // The browser's own control is invisible; the site's control beside it shows the focus.
      const shown = [it, it.closest('label'), it.nextElementSibling];
      return document.activeElement === it && !shown.some((ours) => ours && hasRing(ours));
    });
  }

  function hasRing(element: Element): boolean {
    return parseFloat(getComputedStyle(element).outlineWidth) >= 2 && isSeen(element, 'outline');
  }

  function isShown(element: Element): boolean {
    return (
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  }

  function hasGround(element: Element): boolean {
    const behind = element.parentElement ? groundOf(element.parentElement) : groundOf(element);
    return contrast(groundOf(element), behind) >= 3;
  }

  function hasEdge(element: Element): boolean {
    const borders = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}`);
    return isSeen(element, 'outline') || borders.every((border) => isSeen(element, border));
  }

  /** An outline, or the border of one side. */
  function isSeen(element: Element, line: string): boolean {
    const style = getComputedStyle(element);
    const behind = groundOf(element.parentElement ?? element);
    return (
      parseFloat(style.getPropertyValue(`${line}-width`)) >= 1 &&
      style.getPropertyValue(`${line}-style`) !== 'none' &&
      contrast(colorOf(style.getPropertyValue(`${line}-color`), behind), behind) >= 3
    );
  }

  /** The visible parts of an element and its content: lines, colours of text, and backgrounds unlike the canvas. */
  function lookOf(element: Element): string[] {
    return [element, ...element.querySelectorAll(':scope *:not(svg *)')]
      .flatMap((it) => [null, '::before', '::after'].map((part) => [it, part] as const))
      .map(([it, part]) => {
        const style = getComputedStyle(it, part);
        const isLined = parseFloat(style.borderTopWidth) > 0;
        const behind = groundOf(part ? it : (it.parentElement ?? it));
        const ground = colorOf(style.backgroundColor, behind);
        const isFilled = contrast(ground, behind) >= 3;
        if (part && (style.content === 'none' || !(isLined || isFilled))) return '';
        const underline = style.textDecorationLine === 'none' ? '' : style.textDecorationColor;
        const size = part ? `${style.width} × ${style.height}` : '';
        return [isFilled && ground, underline, size, style.borderWidth, style.color].join();
      });
  }

  function groundOf(element: Element): Color {
    const behind: Color = element.parentElement ? groundOf(element.parentElement) : [255, 255, 255];
    return colorOf(getComputedStyle(element).backgroundColor, behind);
  }

  /** The result of a computed, perhaps translucent colour over another one. */
  function colorOf(text: string, behind: Color): Color {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue].map(
      (channel, index) => channel * alpha + (behind[index] ?? 0) * (1 - alpha),
    ) as Color;
  }

  function contrast(one: Color, other: Color): number {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  }

  function luminance(color: Color): number {
    const [red = 0, green = 0, blue = 0] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
    return `${element.tagName.toLowerCase()} "${text}" ${element.closest('[id]')?.id ?? ''}`;
  }
}
