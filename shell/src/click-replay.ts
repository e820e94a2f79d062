const clicked = globalThis.kargoClickReplay;

/**
 * Replays clicks on buttons whose part of the page was not hydrated yet.
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
    // Not within the effect, where React cannot hydrate the button's part of the page.
    queueMicrotask(() => button.click());
  }
}
