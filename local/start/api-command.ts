import { spawnSync } from 'node:child_process';
import { runCommand } from '@kargo/commands/cli-error';
import { readSettings } from '@kargo/commands/settings';
import { apiProgram } from './site/programs.ts';

/** `node local/start/api-command.ts <script> …` runs a command of the API of `pnpm start`. */
await runCommand(async () => {
  const [name = '', ...parameters] = process.argv.slice(2);
  const { script, environment } = apiProgram(readSettings(process.env), name);
  const { status } = spawnSync(process.execPath, [script, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
