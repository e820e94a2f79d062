let isPressed = false;

// Pages are rendered in Node too.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', ({ target }) => {
    isPressed = target instanceof Element && target.closest('button') !== null;
  });
  // The end of a press outside of the window may stay unheard. The keyboard must not wait for it.
  for (const end of ['pointerup', 'pointercancel', 'keydown'])
    document.addEventListener(end, () => {
      isPressed = false;
    });
}

/** Waits while a button is held down: if something moved it meanwhile, the click would miss it. */
export async function untilReleased(): Promise<void> {
  // The click comes before the next frame.
  while (isPressed) await new Promise(requestAnimationFrame);
}
