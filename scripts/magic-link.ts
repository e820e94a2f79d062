import { spawnSync } from 'node:child_process';
import { runCommand } from './complaint.ts';
import { magicLink } from './programs.ts';
import { readSettings } from './settings.ts';

/** `pnpm magic-link <email>`: mails a driver a link that signs in, while `pnpm start` runs. */
await runCommand(async () => {
  const parameters = process.argv.slice(2);
  const { script, environment } = magicLink(readSettings(process.env), parameters);
  const { status } = spawnSync(process.execPath, [script, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
