import type { Leftovers } from './in-page/watch-page.ts';
import type { Parts } from './parts.ts';
import type { Seen } from './visit-screen.ts';

/** Longer tasks, in milliseconds, make a page feel broken. */
const longTaskMs = 1000;

/** How much one more visit may leave in memory, in bytes. */
const mostGrowth = 200_000;

/** A value that varies between runs may be this many times the current release's. */
const noise = 1.5;

/** How sentences begin about leftovers that the current release does not have. */
const sentences: Record<keyof Leftovers, string> = {
  globals: 'it leaves global names behind',
  replaced: 'it replaces functions of the browser',
  styles: 'it leaves styles behind that apply to other parts of the page',
  running: 'it leaves running',
  attributes: 'it leaves attributes behind, which it has to take back',
};

/** Returns what is worse than in the current release, if any: a sentence each, causes first. */
export function worseThan(now: Seen, before: Seen | undefined): string[] {
  const { parts, leftovers, longestTask = 0, growth = 0 } = now;
  const problems: string[] = [];
  if (leftovers && before?.leftovers) problems.push(...moreLeftovers(leftovers, before.leftovers));
  if (leftovers && !before)
    problems.push(...moreLeftovers(leftovers, { ...leftovers, replaced: [] }));
  if (longestTask > longTaskMs && longestTask > (before?.longestTask ?? 0) * noise)
    problems.push(`it blocks the page for ${Math.round(longestTask)} ms`);
  if (growth > mostGrowth)
    problems.push(`each visit leaves ${Math.round(growth)} bytes in the memory`);
  if (parts && before?.parts) problems.push(...changesOf(parts, before.parts));
  return problems;
}

export function moreLeftovers(now: Leftovers, before: Leftovers): string[] {
  return (Object.keys(sentences) as (keyof Leftovers)[]).flatMap((kind) => {
    const more = addedTo(before[kind], now[kind]);
    return more.length > 0 ? [`${sentences[kind]}: ${[...new Set(more)].join(', ')}`] : [];
  });
}

function changesOf(now: Parts, before: Parts): string[] {
  const theme = Object.entries(before.theme).filter(([name, value]) => now.theme[name] !== value);
  const overridden = theme.map(
    ([name, value]) => `${name}: ${now.theme[name]}, in place of ${value}`,
  );
  const styles = addedTo(before.styles, now.styles).join(', ');
  const more = addedTo(before.elements, now.elements).join(', ');
  const fewer = addedTo(now.elements, before.elements).join(', ');
  const stored = addedTo(before.stored, now.stored).join(', ');
  return [
    ...(stored ? [`it stores before anything is pressed: ${stored}`] : []),
    ...(theme.length > 0
      ? [`it overrides custom properties of the page: ${overridden.join('; ')}`]
      : []),
    ...(styles ? [`its styles apply to header or footer: ${styles}`] : []),
    ...(more || fewer
      ? [`it changes header or footer: ${more || 'nothing'}, in place of ${fewer || 'nothing'}`]
      : []),
  ];
}

/** Returns the items that a list has beyond another one, each as often as it was added. */
function addedTo(before: readonly string[], now: readonly string[]): string[] {
  const left = [...before];
  return now.filter((it) => {
    const index = left.indexOf(it);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
