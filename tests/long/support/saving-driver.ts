import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession } from 'e2e/support/api-session';
import { siteUrl } from 'e2e/support/site';

/**
 * Adds a driver who saves names, and knows which one was acknowledged last.
 *
 * @param problems gets a sentence for each thing that is wrong
 */
export async function addSavingDriver(problems: string[]) {
  const driver = await addDriver();
  const session = await ApiSession.open(driver);
  let acknowledged: string = driver.name;
  /** A name that was sent and not acknowledged: it may be there or not. */
  let unanswered: string | undefined;
  return {
    /**
     * Saves the profile, with a picture if one is given. No response and 503 are right while the API is away.
     *
     * @returns whether it was acknowledged
     */
    async save(name: string, image?: Buffer): Promise<boolean> {
      const response = await session.save(name, image).catch(() => undefined);
      const body = await response?.text().catch(() => undefined);
      if (response?.status === 200 && body) {
        acknowledged = name;
        unanswered = undefined;
        return true;
      }
      unanswered = name;
      if (response && response.status !== 503)
        problems.push(`A save was answered ${response.status}: ${body}`);
      return false;
    },

    /** Looks whether the acknowledged change is there. */
    async check(): Promise<void> {
      const response = await session.call(apiPaths.verify());
      if (!response.ok) return void problems.push(`A profile was answered ${response.status}.`);
      const { name, image } = (await response.json()) as Profile;
      const before = acknowledged;
      acknowledged = name;
      if (name !== before && name !== unanswered)
        return void problems.push(`"${before}" was acknowledged, "${name}" is there.`);
      const shown = image ? await fetch(siteUrl + image) : undefined;
      if (shown && !shown.ok) problems.push(`The picture of ${name} is answered ${shown.status}.`);
    },
  };
}
