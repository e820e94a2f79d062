import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { everydayChanges, type GoodChange, plainElements } from './good-changes.ts';
import { plant, release, runCommand, test } from './releasing.ts';

// `pnpm release` of good changes, every other one while a core is kept busy: none is refused, and none is warned of.

test.setTimeout(600_000);

interface Place {
  app: string;
  screen: string;
  /** Text of the screen's source behind which a change is added. */
  behind: string;
}

const places: Record<string, Place> = {
  tracking: {
    app: 'tracking',
    screen: 'remote-tracking/src/screens/Tracking.tsx',
    behind: 'There is nothing to see here yet.\n      </Text>',
  },
  marketing: {
    app: 'marketing',
    screen: 'remote-marketing/src/screens/About.tsx',
    behind: '<Head />',
  },
  profile: {
    app: 'profile',
    screen: 'remote-profile/src/screens/StripeSuccess.tsx',
    behind: 'the current status.\n      </Text>',
  },
};

test('a new remote is released with the shell', async ({ checkout, releases }) => {
  await runCommand(checkout, 'scripts/new-remote.ts', 'tracking', '/track');
  const { stderr, code } = await release(checkout, releases, 'shell', 'tracking');
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

let count = 0;
for (const [name, place] of Object.entries(places)) {
  const changes = name === 'tracking' ? [...plainElements, ...everydayChanges] : everydayChanges;
  for (const change of changes) {
    count += 1;
    const isBusy = count % 2 === 0;
    const when = isBusy ? ', while a core is busy' : '';
    test(`${change.name} more in ${name} is released${when}`, async ({ checkout, releases }) => {
      await using _ = await plant(checkout, {
        [place.screen]: (source) => added(source, place, change),
      });
      using _busy = isBusy ? keepCoreBusy() : undefined;
      const { code, stdout, stderr } = await release(checkout, releases, place.app);
      expect(stderr).toBe('');
      expect(stdout).not.toContain('Warning');
      expect(code).toBe(0);
    });
  }
}

function added(source: string, { behind }: Place, { added }: GoodChange): string {
  const imports = ['Box', 'Text']
    .filter(
      (name) =>
        added.includes(`<${name}`) && !new RegExp(`\\b${name}\\b.*shared-runtime/ui`).test(source),
    )
    .map((name) => `import { ${name} } from '@kargo/shared-runtime/ui';\n`);
  return imports.join('') + source.replace(behind, `${behind}\n${added}`);
}

/** Keeps one core busy until disposal. */
function keepCoreBusy(): Disposable {
  const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
