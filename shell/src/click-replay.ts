const clicked = globalThis.kargoClickReplay;

/**
 * Clicks the buttons that were clicked before their part of the page was hydrated.
 *
 * @param what the part that is hydrated now: all but the remote's screen, or the screen as well
 */
export function replayClicks(what: 'all but the screen' | 'the screen'): void {
  if (!clicked) return;
  const isInScreen = (button: HTMLButtonElement) => button.closest('[data-remote]') !== null;
  clicked.mustWait = what === 'the screen' ? () => false : isInScreen;
  for (const button of clicked.buttons) {
    if (clicked.mustWait(button)) continue;
    clicked.buttons.delete(button);
    // Not within an effect: there React cannot hydrate a part that the button may be in.
    queueMicrotask(() => button.click());
  }
}
