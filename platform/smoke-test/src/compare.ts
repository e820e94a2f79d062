import { addedTo } from './compare-looks.ts';
import type { Traces } from './in-page/watch-page.ts';
import { compareParts } from './parts.ts';
import type { Seen } from './visit-screen.ts';

/** A task of this duration makes the page feel broken, in milliseconds. */
const longTaskMs = 1000;

/** What one more visit may leave in the memory. */
const mostGrowth = { bytes: 200_000, nodes: 300, listeners: 30 };

/** How much more than the current release something may take that differs from one time to the next. */
const noise = 1.5;

/** Begins the sentence about what a page has more of than with the current release. */
const sentences: Record<keyof Traces, string> = {
  globals: 'it leaves global names behind',
  replaced: 'it replaces functions of the browser',
  stored: 'it stores',
  styles: 'it leaves styles behind that apply to other parts of the page',
  running: 'it leaves running',
  attributes: 'it leaves attributes behind, which it has to take back',
  impossible: 'it leaves a page in which',
};

/**
 * Returns what is worse than with the current release, one sentence each, first what may be the cause of what follows.
 *
 * @param before what was seen of the current release; undefined for an app or a shell that is new
 */
export function worseThan(now: Seen, before: Seen | undefined): string[] {
  const { parts, theme = {}, traces, longestTask = 0, growth } = now;
  const problems: string[] = [];
  const overridden = Object.entries(before?.theme ?? {}).flatMap(([name, value]) =>
    theme[name] === value ? [] : [`${name}: ${theme[name]}, in place of ${value}`],
  );
  if (overridden.length > 0)
    problems.push(`it overrides custom properties of the page: ${overridden.join('; ')}`);
  if (traces && before?.traces) problems.push(...moreTraces(traces, before.traces));
  if (traces && !before)
    problems.push(...moreTraces(traces, { ...traces, replaced: [], impossible: [] }));
  if (longestTask > longTaskMs && longestTask > (before?.longestTask ?? 0) * noise)
    problems.push(`it blocks the page for ${Math.round(longestTask)} ms`);
  for (const name of Object.keys(mostGrowth) as (keyof typeof mostGrowth)[]) {
    const more = growth?.[name] ?? 0;
    if (more > mostGrowth[name] + (before?.growth?.[name] ?? 0) * noise)
      problems.push(`each visit leaves ${Math.round(more)} ${name} in the memory`);
  }
  if (parts && before?.parts) problems.push(...compareParts(parts, before.parts));
  return problems;
}

/** Returns what a page has more of, one sentence for each kind. */
export function moreTraces(now: Traces, before: Traces): string[] {
  return (Object.keys(sentences) as (keyof Traces)[]).flatMap((kind) => {
    const more = addedTo(before[kind], now[kind]);
    return more.length > 0 ? [`${sentences[kind]}: ${[...new Set(more)].join(', ')}`] : [];
  });
}
