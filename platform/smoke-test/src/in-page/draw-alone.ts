/**
 * Runs in the page: hides everything outside of a part, and what is fixed in it. Moves it to a whole pixel,
 * since its distance from there changes how it is drawn. Returns what undoes that.
 */
export function drawAlone(part: HTMLElement): () => void {
  const undo: (() => void)[] = [];
  for (let it: Element = part; it.parentElement && it !== document.body; it = it.parentElement)
    for (const other of it.parentElement.children)
      if (other !== it && 'style' in other) hide(other as HTMLElement);
  for (const it of part.querySelectorAll<HTMLElement>('*'))
    if (getComputedStyle(it).position === 'fixed') hide(it);
  const top = part.getBoundingClientRect().top + scrollY;
  if (getComputedStyle(part).position === 'static')
    change(part, { position: 'relative', top: `${Math.floor(top) - top}px` });
  return () => {
    for (const it of undo) it();
  };

  function hide(element: HTMLElement): void {
    change(element, { opacity: '0', transition: 'none' });
  }

  function change(element: HTMLElement, styles: Record<string, string>): void {
    const before = element.getAttribute('style');
    for (const [name, value] of Object.entries(styles))
      element.style.setProperty(name, value, 'important');
    undo.push(() => {
      element.style.cssText = before ?? '';
      if (before === null) element.removeAttribute('style');
    });
  }
}
