import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** How often a page is asked whether it answers, and how long it may take, unless the machine is busy. */
const pingMs = 1000;
const stuckMs = 7000;

/** The usual number of processes that want to run while screens are visited. */
const usualLoad = availableParallelism() * 4;

/** Resolves once a page has not answered for a while, as when a script never ends. Returns that time in seconds. */
export async function untilStuck(page: Page, signal: AbortSignal): Promise<number> {
  while (true) {
    await wait(pingMs, undefined, { signal });
    const ping = page.evaluate<boolean>('true').catch(() => true);
    const most = stuckMs * Math.max(1, (loadavg()[0] ?? 0) / usualLoad);
    if (!(await Promise.race([ping, wait(most, false, { signal })]))) return most / 1000;
  }
}
