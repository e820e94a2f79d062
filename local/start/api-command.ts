import { spawnSync } from 'node:child_process';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { readSettings } from '@kargo/commands/settings';
import { apiCommand, forgetOtherPostgres } from './site/programs.ts';

/** `node local/start/api-command.ts <name> …` runs a command of the API of `pnpm start`. */
await runCommand(
  async () => {
    const [name = '', ...parameters] = process.argv.slice(2);
    const settings = readSettings(process.env);
    forgetOtherPostgres(settings);
    if (settings.database)
      await fetch(`http://127.0.0.1:${settings.api.number}/healthz`).catch(() => {
        throw new CliError('No site runs on this machine: start it with "pnpm start".');
      });
    const { script, environment } = apiCommand(settings, name);
    const { status } = spawnSync(process.execPath, [script, ...parameters], {
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  },
  `Usage: pnpm ${process.argv[2] ?? ''} <email of a driver>`,
);
