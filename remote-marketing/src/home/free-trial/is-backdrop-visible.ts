/** Below this width, in px, the mockup decides instead of the text (spec section 4). */
export const narrowBelow = 768;

/** Whether the purple backdrop of the free trial block shows. */
export function isBackdropVisible({
  isNarrow,
  isTextInView,
  isMockupInView,
}: {
  isNarrow: boolean;
  isTextInView: boolean;
  isMockupInView: boolean;
}): boolean {
  return isNarrow ? isMockupInView : isTextInView;
}
