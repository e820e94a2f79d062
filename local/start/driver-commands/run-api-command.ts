import { spawnSync } from 'node:child_process';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { readSettings } from '@kargo/commands/settings';
import { apiCommand, forgetOtherPostgres } from '../site/programs.ts';

/** Runs a command of the API of `pnpm start`, with the parameters of this process. */
export function runApiCommand(name: string): Promise<void> {
  return runCommand(async () => {
    const settings = readSettings(process.env);
    forgetOtherPostgres(settings);
    if (settings.database)
      await fetch(`http://127.0.0.1:${settings.api.number}/healthz`).catch(() => {
        throw new CliError('No site runs on this machine: start it with "pnpm start".');
      });
    const { script, environment } = apiCommand(settings, name);
    const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  }, `Usage: pnpm ${name} <email of a driver>`);
}
