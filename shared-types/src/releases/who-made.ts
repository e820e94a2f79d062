export const whoMadePath = '/releases/who.json';

/** By app: its owner, and how visitors get a version (`canary (5%)`), `since` when (ISO 8601). */
export type WhoMade = Partial<Record<string, Made>>;

interface Made {
  owner?: string | undefined;
  releases: Partial<Record<string, { came: string; since?: string }>>;
}
