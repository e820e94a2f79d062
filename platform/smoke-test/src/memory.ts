import type { Screen } from './screens.ts';
import type { Tab } from './tab.ts';

/** Visits until most that is made only once exists, and others that show whether anything grows. */
const firstVisits = 1;
const moreVisits = 2;

/** If it seems to, so many more tell. */
const mostVisits = 5;

/** Less than this is nothing that grows, in bytes. */
const leastGrowth = 100_000;

/**
 * Goes to a screen and away from it a few times, and returns how many bytes each of the last visits has left in the
 * page's memory, on average.
 */
export async function growthOf(tab: Tab, screen: Screen, elsewhere: Screen): Promise<number> {
  const visit = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await tab.follow(elsewhere.path);
      await tab.untilShown(elsewhere);
      await tab.follow(screen.path);
      await tab.untilShown(screen);
    }
  };
  await visit(firstVisits);
  let growth = 0;
  let before = await memoryOf(tab);
  for (const times of [moreVisits, mostVisits]) {
    await visit(times);
    const after = await memoryOf(tab);
    growth = (after - before) / times;
    before = after;
    if (growth < leastGrowth) break;
  }
  return growth;
}

async function memoryOf({ page }: Tab): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  await devTools.detach();
  return usedSize;
}
