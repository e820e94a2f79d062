export interface Control {
  /** The same after a return to the screen, in another document and at another width. */
  id: string;
  name: string;
  href: string | null;
  /** Its middle, if a pointer can reach it there. */
  point: { x: number; y: number } | null;
  isPressed: boolean;
  /** The text to type. */
  text: string;
  keys: string[];
}

/** Runs in each page before its own scripts: returns functions that use a screen's controls. */
export function watchControls() {
  const items = '[role=option], [role^=menuitem]';
  const native = 'button, summary, [type=button], [type=submit], [type=file]';
  const buttons = `${native}, [role=button], [role=tab], ${items}`;
  const choices = '[type=checkbox], [type=radio], [role=checkbox], [role=switch]';
  const others = 'a[href], input:not([type=hidden]), select, textarea, [tabindex="0"]';
  const menus = ':popover-open, [role=menu], [role=listbox]';
  const usable = `:is(${buttons}, ${others}, [contenteditable=true])`;
  const kinds = ':not([type]), [type=text], [type=search], [type=email], [type=tel], [type=url]';
  const lines = `input:is(${kinds})`;
  const answers: Record<string, string> = {
    // Long, for rules that try too much.
    email: 'adakingcountessoflovelaceandkargo@kargo.example',
    url: 'https://kargo.example',
    tel: '2025550123',
    number: '1',
    date: '01152027',
    password: 'A-sample-1',
  };
  let inUse: HTMLElement | undefined;
  let valueBefore = '';
  const use = (element: HTMLElement) => {
    inUse = element;
    valueBefore = textOf(element);
    return describe(element);
  };

  return {
    ids: (app: string): string[] => controlsOf(app).filter(isUsable).map(idOf),
    /** Returns the names of controls that a pointer cannot reach, because something covers them. */
    outOfReach: (app: string) => controlsOf(app).filter(isUsable).filter(isOutOfReach).map(nameOf),
    /** Finds the first usable control from this index on, and scrolls it into view. */
    next(app: string, from: number): (Control & { index: number }) | 'none' {
      const all = controlsOf(app);
      const index = all.findIndex((it, at) => at >= from && isUsable(it));
      const element = all[index];
      return element ? { ...use(element), index } : 'none';
    },
    /** Presses the last control by script, where a pointer cannot reach it. */
    press: () => inUse?.click(),
    /** Focuses the first control, or else the heading, so that Tab goes on from there. */
    startTabbing(app: string): void {
      const all = controlsOf(app).filter(isUsable);
      const heading = document.querySelector<HTMLElement>(`[data-remote="${app}"] h1`);
      (all.find((it) => it.tabIndex >= 0) ?? heading)?.focus({ preventScroll: true });
    },
    /** Returns the focused control, unless it was used already. */
    focused(app: string, used: string[]): Control | 'none' | 'used' {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || !element.closest(`[data-remote="${app}"]`))
        return 'none';
      const isUsed = !element.matches(usable) || used.includes(idOf(element));
      return isUsed ? 'used' : use(element);
    },
    /** Whether the last control, a text field, loses this text while it is typed or left. */
    async hasLost(text: string): Promise<boolean> {
      const field = inUse;
      const isRead = field?.matches(`:is(${lines}, textarea):read-write`);
      if (!field || !isRead || field.matches('[role=combobox], [list]')) return false;
      const isGone = () => {
        // Tags and messages go elsewhere.
        const all = [document.body, ...document.querySelectorAll('input, textarea')];
        if (all.some((it) => textOf(it).includes(plain(text)))) return false;
        if (!field.isConnected) return document.activeElement === document.body;
        const value = textOf(field);
        return value === '' || (value === valueBefore && !plain(text).includes(value));
      };
      if (isGone()) return true;
      field.blur();
      await new Promise((resolve) => setTimeout(resolve));
      const isLost = isGone();
      field.focus({ preventScroll: true });
      return isLost;
    },
    /** Focuses the last control again if using it moved the focus. */
    refocus(): void {
      if (inUse?.isConnected && document.activeElement !== inUse)
        inUse.focus({ preventScroll: true });
    },
    /** Presses the last control if it is an item of a menu that no key has closed. */
    pressItem(): boolean {
      const item = inUse?.matches(items) && describe(inUse).isPressed ? inUse : undefined;
      if (item && isUsable(item)) item.click();
      return item !== undefined;
    },
    /** Focuses a control in what is open that was not used: fields come first. */
    inOpened(screen: string, used: string[]): Control | 'none' {
      const within = openDialog() ? usable : `:is(${menus}) ${usable}`;
      const all = [...(openDialog() ?? document).querySelectorAll<HTMLElement>(within)];
      const left = all.filter((it) => isUsable(it) && !used.includes(`${screen} ${idOf(it)}`));
      const next = left.find((it) => describe(it).text) ?? left[0];
      next?.focus({ preventScroll: true });
      if (!next) return 'none';
      // Others would get the keys of what takes no focus.
      const isFocused = document.activeElement === next;
      return isFocused ? use(next) : { ...use(next), text: '', keys: [] };
    },
    /** Presses a button of the open modal dialog, and returns the dialog's name. */
    leaveDialog(index: number): string | null {
      const dialog = openDialog();
      dialog?.querySelectorAll<HTMLElement>('button')[index]?.click();
      return dialog ? (dialog.ariaLabel ?? dialog.textContent.trim().slice(0, 40)) : null;
    },
    /** Whether the page would ask before it is left, though nothing was entered. */
    asksToStay(): boolean {
      const event = document.createEvent('BeforeUnloadEvent') as BeforeUnloadEvent;
      event.initEvent('beforeunload', false, true);
      dispatchEvent(event);
      return event.defaultPrevented || event.returnValue !== '';
    },
  };

  function controlsOf(app: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(`[data-remote="${app}"] ${usable}`)];
  }

  function isUsable(element: HTMLElement): boolean {
    if (element.matches(':disabled, [aria-disabled=true], [inert] *')) return false;
    return element.checkVisibility({ visibilityProperty: true });
  }

  function isOutOfReach(element: HTMLElement): boolean {
    const { x, y } = middleOf(element);
    if (element.matches('[type=range]') || !element.checkVisibility({ opacityProperty: true }))
      return false;
    // Without what is cut off there.
    const [top, ...below] = document.elementsFromPoint(x, y);
    const own = [element, ...((element as HTMLInputElement).labels ?? [])];
    const isCovered = below.includes(element) && !own.some((it) => it.contains(top ?? null));
    return isCovered || getComputedStyle(element).pointerEvents === 'none';
  }

  function openDialog(): Element | undefined {
    const all = [...document.querySelectorAll('dialog:modal, [aria-modal=true]')];
    return all.findLast((it) => it.checkVisibility({ visibilityProperty: true }));
  }

  function textOf(element: Element): string {
    const { value = element.textContent } = element as HTMLInputElement;
    // That of a list item is a number.
    return plain(`${value}`);
  }

  function plain(text: string): string {
    return text.replace(/[^a-z\d]/gi, '').toLowerCase();
  }

  function nameOf(element: HTMLElement): string {
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    return (element.ariaLabel ?? label ?? element.textContent).trim().slice(0, 40);
  }

  /** By role and name, then by position among those with the same ones. */
  function idOf(element: HTMLElement): string {
    const kindOf = (it: HTMLElement) =>
      [it.localName, it.role ?? it.getAttribute('type'), nameOf(it)].join(' ');
    const kind = kindOf(element);
    const app = element.closest<HTMLElement>('[data-remote]')?.dataset.remote ?? '';
    const same = controlsOf(app).filter((it) => kindOf(it) === kind);
    return `${kind} ${same.indexOf(element)}`;
  }

  function describe(element: HTMLElement): Control {
    const name = nameOf(element);
    const href = element.getAttribute('href');
    // These would end the session or delete something.
    const isSpared = /log ?out|sign ?out|delete/i.test(name);
    const isChoice = element.matches(choices);
    const isButton = !isChoice && element.matches(buttons);
    // With a password it may start another session.
    const isSent = isButton && !element.matches('form:has([type=password]) *');
    const isField = element.matches('textarea, [contenteditable], input:not([type=range])');
    const isText = isField && !isButton && !isChoice;
    const type = element.getAttribute('type') ?? '';
    const { x, y } = middleOf(element);
    // Other forms are sent by their buttons.
    const isSentByKey = element.matches(`${lines}:not(form:has(button, [type=submit]) *)`);
    const keyOfText = element.role === 'combobox' ? 'ArrowDown' : isSentByKey && 'Enter';
    const key = isText ? keyOfText : isButton ? isSent && 'Enter' : 'ArrowDown';
    const times = element instanceof HTMLSelectElement ? Math.min(element.length, 20) : 1;
    // The first one moves to the last of them, or beyond the first.
    const arrows = element.matches('[role=tab], [role=slider]') ? ['ArrowLeft', 'ArrowRight'] : [];
    const isByKey = !isSpared && href === null && key;
    return {
      id: idOf(element),
      name,
      href,
      point: element.contains(document.elementFromPoint(x, y)) ? { x, y } : null,
      isPressed: !isSpared && (isButton || isChoice || href !== null),
      text: isText && !isSpared ? (answers[type] ?? 'Ada') : '',
      keys: isByKey ? [...Array(times).fill(isChoice ? 'Space' : key), ...arrows] : [],
    };
  }

  function middleOf(element: Element) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }
}
