import type { Profile } from '@kargo/shared-types/api/driver';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession } from 'e2e/support/api-session';
import { requireOk } from 'e2e/support/requests';
import { siteUrl } from 'e2e/support/site';
import { eventually } from './eventually.ts';

/**
 * Adds a driver who saves names and remembers the last acknowledged one.
 *
 * @param problems gets a sentence for each problem
 */
export async function addSavingDriver(problems: string[], site = siteUrl) {
  const driver = await addDriver();
  const session = await ApiSession.open(driver, site);
  let acknowledged: string = driver.name;
  /** Names sent since then, each of which may or may not be saved, even later. */
  const unanswered = new Set<string>();
  return {
    session,

    /**
     * Saves the profile. Without a response, or with 502 or 503, servers may just be away.
     *
     * @returns the status: 200 if it was acknowledged, undefined without a response
     */
    async save(name: string, image?: Buffer): Promise<number | undefined> {
      const response = await session.save(name, image).catch(() => undefined);
      const body = await response?.text().catch(() => undefined);
      if (response?.status === 200 && body) {
        acknowledged = name;
        unanswered.clear();
        return 200;
      }
      unanswered.add(name);
      if (response && ![200, 502, 503].includes(response.status))
        problems.push(`A save was answered ${response.status}: ${body}`);
      return response?.status;
    },

    /** Checks that the acknowledged change is there once the site responds. */
    async check(): Promise<void> {
      const { name, image }: Profile = await eventually(() => session.profile());
      const before = acknowledged;
      acknowledged = name;
      if (name !== before && !unanswered.has(name))
        return void problems.push(`"${before}" was acknowledged, but "${name}" is there.`);
      if (image) await eventually(async () => requireOk(await fetch(site + image)));
    },
  };
}
