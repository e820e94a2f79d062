/** Events by which a visitor scrolls, or starts something else. */
const ownScrolling = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Calls `react` when the visitor takes over scrolling, until the returned function is called. */
export function whenVisitorScrolls(react: () => void): () => void {
  for (const event of ownScrolling) window.addEventListener(event, react, { passive: true });
  return () => {
    for (const event of ownScrolling) window.removeEventListener(event, react);
  };
}
