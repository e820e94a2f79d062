export const whoMadePath = '/releases/who.json';

/** The owner of each app of a page, and by version how a release came, such as `canary (5%)`, and since when (ISO 8601). */
export type WhoMade = Partial<Record<string, Made>>;

interface Made {
  owner?: string | undefined;
  releases: Partial<Record<string, { came: string; since?: string }>>;
}
