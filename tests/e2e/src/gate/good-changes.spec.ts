import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { everydayChanges, plainElements } from './good-changes.ts';
import { test as base, plant, release, runCommand } from './releasing.ts';

// `pnpm release` of good changes, every other one on a busy core: no refusals and no warnings.

interface Place {
  app: string;
  screen: string;
  /** The text of the screen's source that a change follows. */
  behind: string;
}

const places = {
  tracking: {
    app: 'tracking',
    screen: 'remote-tracking/src/screens/Tracking.tsx',
    behind: 'There is nothing to see here yet.\n      </p>',
  },
  marketing: {
    app: 'marketing',
    screen: 'remote-marketing/src/screens/About.tsx',
    behind: '<Head />',
  },
  profile: {
    app: 'profile',
    screen: 'remote-profile/src/screens/StripeSuccess.tsx',
    behind: 'the current status.\n      </p>',
  },
} satisfies Record<string, Place>;

const test = base.extend<object, { newRemote: undefined }>({
  newRemote: [
    async ({ checkout, releases }, use) => {
      await runCommand(
        checkout,
        'platform/releases/new-remote/new-remote.ts',
        'tracking',
        '/track',
      );
      const options = ['shell', 'tracking', '--without-browser'];
      expect(await release(checkout, releases, ...options)).toMatchObject({ code: 0 });
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],
});

test.setTimeout(600_000);

interface GoodRelease {
  what: string;
  place: Place;
  edit: (source: string) => string;
}

const goodReleases: GoodRelease[] = [
  ...Object.values(places).flatMap((place) =>
    [...(place.app === 'tracking' ? plainElements : []), ...everydayChanges].map((change) => ({
      what: `${place.app} with ${change}`,
      place,
      edit: (source: string) => withChange(source, place, change),
    })),
  ),
  ...Array.from({ length: 20 }, (_, time) => ({
    what: `profile with another word, time ${time + 1}`,
    place: places.profile,
    edit: (source: string) => source.replace('need a moment', `need ${time + 1} moments`),
  })),
];

for (const [index, { what, place, edit }] of goodReleases.entries()) {
  const isBusy = index % 2 === 1;
  test(`${what} is released${isBusy ? ' while a core is busy' : ''}`, async ({
    checkout,
    releases,
  }) => {
    await using _ = await plant(checkout, { [place.screen]: edit });
    using _busy = isBusy ? keepCoreBusy() : undefined;
    const { code, stdout, stderr } = await release(checkout, releases, place.app);
    expect(stderr).toBe('');
    expect(stdout).not.toContain('Warning');
    expect(code).toBe(0);
  });
}

function withChange(source: string, { behind }: Place, added: string): string {
  const isWanted = added.includes('css(') && !source.includes("'@kargo/shared-runtime/styles'");
  const imports = isWanted ? ["import { css } from '@kargo/shared-runtime/styles';\n"] : [];
  return imports.join('') + source.replace(behind, `${behind}\n${added}`);
}

/** Keeps one core busy until disposal. */
function keepCoreBusy(): Disposable {
  const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
