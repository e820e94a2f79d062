import { type PageName, pages } from './load-page.ts';
import {
  type Measure,
  measures,
  medianOf,
  type Results,
  variantNames,
  variants,
} from './results.ts';
import { targetsOf } from './targets.ts';

/** Prints the medians and the targets. Returns whether all targets were reached. */
export function report(results: Results): boolean {
  console.log(results.about);
  for (const page of Object.keys(pages) as PageName[]) {
    console.log(pages[page].title);
    const rowOf = (variant: (typeof variantNames)[number]) =>
      (Object.keys(measures) as Measure[]).map((name) => [
        measures[name].title,
        measures[name].inWords(medianOf(results, variant, page, name)),
      ]);
    console.table(
      Object.fromEntries(
        variantNames.map((name) => [variants[name], Object.fromEntries(rowOf(name))]),
      ),
    );
  }
  console.table(results.lighthouse, ['path', 'lcp', 'tbt', 'findings']);
  console.table(results.requests);
  const targets = targetsOf(results);
  console.table(targets);
  return targets.every(({ isReached }) => isReached);
}
