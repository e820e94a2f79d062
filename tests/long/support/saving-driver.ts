import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import { addDriver } from 'e2e/support/add-driver';
import { ApiSession } from 'e2e/support/api-session';
import { siteUrl } from 'e2e/support/site';

/** A driver who saves names, and knows which one was acknowledged last. */
export class SavingDriver {
  readonly #session: ApiSession;
  #acknowledged: string;
  /** A name that was sent and not acknowledged: it may be there or not. */
  #unanswered: string | undefined;

  private constructor(session: ApiSession, name: string) {
    this.#session = session;
    this.#acknowledged = name;
  }

  static async add(): Promise<SavingDriver> {
    const driver = await addDriver();
    return new SavingDriver(await ApiSession.open(driver), driver.name);
  }

  /**
   * Saves the profile, with a picture if one is given.
   *
   * @returns what is wrong with the response: none and 503 are not, while the API is away
   */
  async save(name: string, image?: Buffer): Promise<{ acknowledged: boolean; problem?: string }> {
    const response = await this.#session.save(name, image).catch(() => undefined);
    const body = await response?.text().catch(() => undefined);
    if (response?.status === 200 && body) {
      this.#acknowledged = name;
      this.#unanswered = undefined;
      return { acknowledged: true };
    }
    this.#unanswered = name;
    if (!response || response.status === 503) return { acknowledged: false };
    return { acknowledged: false, problem: `A save was answered ${response.status}: ${body}` };
  }

  /** Returns what is wrong with the profile now: an acknowledged change that is not there. */
  async problem(): Promise<string | undefined> {
    const response = await this.#session.call(apiPaths.verify());
    if (!response.ok) return `A profile was answered ${response.status}.`;
    const { name, image } = (await response.json()) as Profile;
    const before = this.#acknowledged;
    this.#acknowledged = name;
    if (name !== before && name !== this.#unanswered)
      return `"${before}" was acknowledged, "${name}" is there.`;
    const shown = image ? await fetch(siteUrl + image) : undefined;
    return shown && !shown.ok ? `The picture of ${name} is answered ${shown.status}.` : undefined;
  }
}
