import type { Screen } from './screens.ts';
import type { Tab } from './tab.ts';

/** What one more visit of a screen leaves in the page's memory, on average. */
export interface Growth {
  bytes: number;
  /** Elements and texts. */
  nodes: number;
  listeners: number;
}

/** Visits until everything is there that is made only once. */
const firstVisits = 3;
const moreVisits = 7;

/** Goes to a screen and away from it ten times, and returns what the last seven have left. */
export async function growthOf(tab: Tab, screen: Screen, elsewhere: Screen): Promise<Growth> {
  const visit = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await tab.follow(elsewhere.path);
      await tab.untilShown(elsewhere);
      await tab.follow(screen.path);
      await tab.untilShown(screen);
    }
  };
  await visit(firstVisits);
  const before = await memoryOf(tab);
  await visit(moreVisits);
  const after = await memoryOf(tab);
  return {
    bytes: (after.bytes - before.bytes) / moreVisits,
    nodes: (after.nodes - before.nodes) / moreVisits,
    listeners: (after.listeners - before.listeners) / moreVisits,
  };
}

async function memoryOf({ page }: Tab): Promise<Growth> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize: bytes } = await devTools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await devTools.send('Memory.getDOMCounters');
  await devTools.detach();
  return { bytes, nodes, listeners };
}
