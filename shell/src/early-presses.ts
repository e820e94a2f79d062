import { earlyPressesKey } from 'shared-types/inline-script';

interface EarlyPresses {
  buttons: Set<HTMLButtonElement>;
  /** Whether a button has to wait for its code. */
  mustWait(button: HTMLButtonElement): boolean;
}

/** Kept by the page's inline script; none in a page that the browser draws itself. */
const presses = (globalThis as { [earlyPressesKey]?: EarlyPresses })[earlyPressesKey];

/**
 * A part of a page that was rendered beforehand has been taken over: what was pressed in it is pressed
 * now.
 *
 * @param what all but the remote's screen, or the screen as well
 */
export function pressAgain(what: 'all but the screen' | 'the screen'): void {
  if (!presses) return;
  const isInScreen = (button: HTMLButtonElement) => button.closest('[data-remote]') !== null;
  presses.mustWait = what === 'the screen' ? () => false : isInScreen;
  for (const button of presses.buttons) {
    if (presses.mustWait(button)) continue;
    presses.buttons.delete(button);
    // Not within an effect: there React cannot take over a part that the button may be in.
    queueMicrotask(() => button.click());
  }
}
