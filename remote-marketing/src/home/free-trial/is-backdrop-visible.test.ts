import { isBackdropVisible } from './is-backdrop-visible.ts';

test.each([
  { isNarrow: false, isTextInView: true, isMockupInView: false, visible: true },
  { isNarrow: false, isTextInView: false, isMockupInView: true, visible: false },
  { isNarrow: true, isTextInView: true, isMockupInView: false, visible: false },
  { isNarrow: true, isTextInView: false, isMockupInView: true, visible: true },
])('wide windows go by the text, narrow ones by the mockup: %o', ({ visible, ...given }) => {
  expect(isBackdropVisible(given)).toBe(visible);
});
