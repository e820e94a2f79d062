import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const journeys = [
  'visiting',
  'signing-in',
  'editing-the-profile',
  'payouts',
  'magic-link',
  'ending-a-session',
].map((name) => `src/journeys/${name}.spec.ts`);
/** The marketing remote does not load. */
const fault = 'about can be read when its remote did not load';

/**
 * Runs the core journeys in a browser, and a fault of a remote, at the site that is named in the environment.
 *
 * @throws when one fails
 */
export function runCoreJourneys(): void {
  runJourneys(journeys);
  runJourneys(['src/journeys/without-the-remote.spec.ts', '--grep', fault]);
}

function runJourneys(parameters: string[]): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--project=journeys', ...parameters],
    { cwd: join(import.meta.dirname, '../../e2e'), stdio: 'inherit', env: process.env },
  );
  if (status !== 0) throw new Error('A journey failed.');
}
