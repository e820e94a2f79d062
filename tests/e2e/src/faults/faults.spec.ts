import { expect } from '../support/journey.ts';
import { type Fault, fatalFaults, slow } from './faults.ts';
import { startFaultySite, test } from './two-releases.ts';
import { type Case, visit } from './visit.ts';
import { destinations, remotes } from './ways-in.ts';

// The faults that any remote may have; shell.spec.ts has the shell's. `pnpm proof` makes and
// measures all visits. Otherwise each fault gets one visit, and together they cover all kinds.

test.describe.configure({ timeout: 600_000 });

const isProof = Boolean(process.env.PROOF);
/** From the first request for the remote; the shell's loader times out after 1.25 s and 6 s. */
const deadlinesMs = { current: 3000, all: 8000 };

test('a release that is slow but alive is waited for', async ({
  browser,
  session,
  siteWithTwoReleases,
}) => {
  const cases = casesOf(slow).filter(({ broken }) => !isProof || broken === 'current');
  for (const each of cases) {
    const outcome = await visit({ browser, site: siteWithTwoReleases, token: session.token }, each);
    expect.soft(outcome.shown, titleOf(each)).toBe('current release');
  }
});

for (const fault of fatalFaults) {
  test(`a release gives way to the one before, or to a message with "Try again": ${fault.title}`, async ({
    browser,
    session,
    siteWithTwoReleases: site,
  }) => {
    await using sites = new AsyncDisposableStack();
    const faulty = new Map<Case['broken'], string>();
    const cases = casesOf(fault);
    const builds = fault.build ? new Set(cases.map(({ broken }) => broken)) : [];
    for (const broken of builds) {
      const { url } = sites.use(await startFaultySite(site, fault, broken));
      faulty.set(broken, url);
    }
    for (const each of cases) {
      const faultySite = faulty.get(each.broken);
      const visitor = { browser, site, faultySite, token: session.token };
      const outcome = await visit(visitor, each);
      const expected = each.broken === 'current' ? 'last good release' : 'unavailable';
      expect.soft(outcome.shown, titleOf(each)).toBe(expected);
      if (isProof)
        expect.soft(outcome.ofRemote, titleOf(each)).toBeLessThan(deadlinesMs[each.broken]);
    }
  });
}

/**
 * Returns the visits with a fault: in a proof, one for each remote and way in, with and without a
 * last good release; otherwise one of these.
 */
function casesOf(fault: Fault): Case[] {
  const all = remotes.flatMap((remote) =>
    (['first load', 'in-app navigation'] as const).flatMap((wayIn) =>
      (['current', 'all'] as const).map((broken) => ({
        fault,
        remote,
        destination: destinations[remote],
        wayIn,
        broken,
      })),
    ),
  );
  // Steps of five reach all twelve visits, as five and twelve have no common factor.
  const due = (fatalFaults.indexOf(fault) * 5 + all.length) % all.length;
  return isProof ? all : all.slice(due, due + 1);
}

function titleOf({ remote, wayIn, broken }: Case): string {
  return `${remote}, ${wayIn}, ${broken === 'all' ? 'all releases broken' : 'current release broken'}`;
}
