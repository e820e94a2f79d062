import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { apps, remotes } from '@kargo/commands/apps';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { siteOrigin } from '@kargo/commands/settings';
import { webpack } from '@kargo/commands/webpack';
import type { App } from '@kargo/tools/remotes';
import { runSite } from './site/run-site.ts';

/**
 * `pnpm dev`: the site with hot reload. With `--only profile,auth` the other remotes are served from
 * their releases. With `--only profile --site https://…` the remote is shown inside that site, and
 * nothing else is started.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, site: { type: 'string' } },
  });
  const chosen = values.only?.split(',') ?? apps.map((app) => app.name);
  requireNames(chosen);
  if (values.site !== undefined) {
    const [remote] = remotes.filter(({ name }) => chosen.includes(name));
    if (!remote || chosen.length > 1) throw new CliError('--site goes with one remote in --only.');
    return serveInside(remote, siteOrigin(values.site));
  }
  // React Refresh needs React's development build, which comes with the shell.
  const isDeveloped = ({ name }: { name: string }) => name === 'shell' || chosen.includes(name);
  await runSite({
    developed: apps.filter(isDeveloped),
    released: apps.filter((app) => !isDeveloped(app)),
    watch: true,
  });
});
process.exit();

function requireNames(chosen: string[]): void {
  const unknown = chosen.find((name) => !apps.some((app) => app.name === name));
  if (unknown === undefined) return;
  const names = apps.map((app) => app.name).join(', ');
  throw new CliError(`--only knows no app "${unknown}"; the apps are ${names}.`);
}

/** Serves one remote from its sources inside a deployed site, until it is stopped. */
async function serveInside(remote: App, site: string): Promise<void> {
  const { script, parameters = [], folder } = webpack(remote, 'serve', site);
  console.log(`${remote.name} inside ${site}: http://localhost:${remote.port}`);
  const server = spawn(process.execPath, [script, ...parameters], {
    cwd: folder,
    stdio: 'inherit',
  });
  // Ctrl-C reaches the server as well; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill());
  const [exitCode] = await once(server, 'exit');
  process.exitCode = exitCode ?? 0;
}
