/** With 36 ** 5 prefixes, two releases in a page hardly ever share a class or keyframe name. */
export function classPrefix(app: string, version: string): string {
  const letters = [...`${app}/${version}`].map((letter) => letter.charCodeAt(0));
  const hash = letters.reduce((sum, code) => (sum * 31 + code) % 36 ** 5, 0);
  return `k${hash.toString(36).padStart(5, '0')}`;
}
