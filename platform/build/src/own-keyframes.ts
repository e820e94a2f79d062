/** Gives keyframes names of their own, since those of the last style sheet in a page hold for all. */
export function ownKeyframes(css: string, prefix: string): string {
  const names = new Set([...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name));
  return css.replaceAll(/@keyframes [\w-]+|\banimation(-name)?:[^;}]+/g, (text) =>
    text.replaceAll(/[\w-]+/g, (word) => (names.has(word) ? `${prefix}-${word}` : word)),
  );
}
