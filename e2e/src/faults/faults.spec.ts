import { expect } from '../support/journey.ts';
import { FaultTable } from './fault-table.ts';
import { type Fault, fatalFaults, slow } from './faults.ts';
import { inParallel } from './in-parallel.ts';
import { remotes, test } from './two-releases.ts';
import { type Case, visit } from './visit.ts';

// One table of faults, each tried on every remote. `pnpm proof` makes every visit of the table and
// measures them; otherwise each fault has one visit a remote, and together they cover all kinds.

test.describe.configure({ timeout: 600_000 });

/** Each visit waits most of the time, but starts a page first. */
const visitsAtOnce = 4;
/** The shell's loader gives up after 5.4 s. The rest is for four visits on one machine. */
const deadlineMs = 8000;
const isProof = Boolean(process.env.WRITE_FAULTS);

const table = new FaultTable();

test.afterAll(async () => {
  console.log(`\n${table}\n`);
  if (isProof) await table.write();
});

test('a release that is slow but alive is waited for', async ({
  browser,
  session,
  siteWithTwoReleases,
}) => {
  const cases = casesOf(slow).filter(({ broken }) => !isProof || broken === 'current');
  await inParallel(cases, visitsAtOnce, async (each) => {
    const outcome = await visit({ browser, site: siteWithTwoReleases, token: session.token }, each);
    table.add(each, outcome);
    expect.soft(outcome.shown, titleOf(each)).toBe('current release');
  });
});

for (const fault of fatalFaults) {
  test(`a release gives way to the one before, or to a message with a way on: ${fault.title}`, async ({
    browser,
    session,
    siteWithTwoReleases: site,
  }) => {
    await inParallel(casesOf(fault), visitsAtOnce, async (each) => {
      const outcome = await visit({ browser, site, token: session.token }, each);
      table.add(each, outcome);
      const expected = each.broken === 'current' ? 'last good release' : 'unavailable';
      expect.soft(outcome.shown, titleOf(each)).toBe(expected);
      if (isProof) {
        expect.soft(outcome.ofRemote, titleOf(each)).toBeLessThan(deadlineMs);
      }
    });
  });
}

/** Every way in, with and without a last good release, or of each remote the one whose turn it is. */
function casesOf(fault: Fault): Case[] {
  return remotes.flatMap((remote, turn) => {
    const all = (['first load', 'in-app navigation'] as const).flatMap((wayIn) =>
      (['current', 'all'] as const).map((broken) => ({ fault, remote, wayIn, broken })),
    );
    const due = (turn + fatalFaults.indexOf(fault) + 1) % all.length;
    return isProof ? all : all.slice(due, due + 1);
  });
}

function titleOf({ remote, wayIn, broken }: Case): string {
  return `${remote}, ${wayIn}, ${broken === 'all' ? 'all releases broken' : 'current release broken'}`;
}
