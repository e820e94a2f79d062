import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** How often to ask a page, and how long it may take to answer unless the machine is busy. */
const pingMs = 1000;
const stuckMs = 7000;

/** How many processes usually want to run during visits. */
const usualLoad = availableParallelism() * 4;

/** Resolves once a page has not answered for a while, with that time in seconds. */
export async function untilStuck(page: Page, signal: AbortSignal): Promise<number> {
  while (true) {
    await wait(pingMs, undefined, { signal });
    const ping = page.evaluate<boolean>('true').catch(() => true);
    const most = stuckMs * Math.max(1, (loadavg()[0] ?? 0) / usualLoad);
    if (!(await Promise.race([ping, wait(most, false, { signal })]))) return most / 1000;
  }
}
