import type { Screen } from './screens.ts';
import type { Tab } from './tab.ts';

const moreVisits = 4;

/** Returns how many bytes of memory each repeated visit to a screen keeps, on average. */
export async function growthOf(tab: Tab, screen: Screen, elsewhere: Screen): Promise<number> {
  const visit = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await tab.follow(elsewhere.path);
      await tab.untilShown(elsewhere);
      await tab.follow(screen.path);
      await tab.untilShown(screen);
    }
  };
  // After this, everything exists that is created only once.
  await visit(1);
  const before = await memoryOf(tab);
  await visit(moreVisits);
  return ((await memoryOf(tab)) - before) / moreVisits;
}

async function memoryOf({ page }: Tab): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const usage = await devTools.send('Runtime.getHeapUsage');
  await devTools.detach();
  // The memory of scripts, of elements, and of files and other bytes.
  return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
}
