import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath } from '@kargo/shared-types/releases/release-addresses';

/** Visitors of a site, as their cookies tell them apart. */
export class CanaryVisitors {
  readonly #site: string;

  constructor(site: string) {
    this.#site = site;
  }

  /** Opens the landing page in a number of fresh browsers, and returns the cookie and the releases of each. */
  freshOnPage(count: number): Promise<Visit[]> {
    return inTurns(Array.from({ length: count }), async () => {
      const answer = await fetch(`${this.#site}/`);
      const html = await answer.text();
      const block = /<script type="application\/json" id="kargo-release-map">(.*?)<\/script>/s;
      const candidates: ReleaseCandidates = JSON.parse(block.exec(html)?.[1] ?? '{}');
      return visit(answer, candidates);
    });
  }

  /** The same with the call that an open page makes before it goes to the next one. */
  freshOnCall(count: number): Promise<Visit[]> {
    return inTurns(Array.from({ length: count }), () => this.#call());
  }

  /** Returns the releases that visitors get now, who come with their cookies. */
  again(visits: readonly Visit[]): Promise<Visit[]> {
    return inTurns(visits, ({ cookie }) => this.#call(cookie));
  }

  async #call(cookie?: string): Promise<Visit> {
    const answer = await fetch(this.#site + releaseMapPath, { headers: cookie ? { cookie } : {} });
    const seen = visit(answer, (await answer.json()) as ReleaseCandidates);
    return cookie ? { ...seen, cookie } : seen;
  }
}

export interface Visit {
  cookie: string;
  /** The version that the page uses, by app. */
  versions: Readonly<Record<string, string | undefined>>;
}

function visit({ status, headers }: Response, candidates: ReleaseCandidates): Visit {
  if (status !== 200) throw new Error(`A visitor was answered ${status}.`);
  const versions = Object.entries(candidates).map(([app, some]) => [app, some?.[0]?.version]);
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';');
  return { cookie, versions: Object.fromEntries(versions) };
}

/** Does work for each item, for sixteen at once. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return results;
}
