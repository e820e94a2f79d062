import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { screenOf } from '@kargo/create-remote/write-remote';
import type { PublishedRoutes } from '@kargo/shared-types/releases/release';
import { appsIn } from '@kargo/tools/remotes';
import { addRemote } from './add-remote.ts';
import { problemWith, routeTable } from './routes.ts';

const usage =
  'Usage: pnpm new-remote <name> </path>    adds a remote with one screen at this address';

/** Adds a remote to this checkout. What knows remotes finds them by their folders. */
await runCommand(async () => {
  const [name, path, ...others] = process.argv.slice(2);
  const isOption = [name, path].some((it) => it?.startsWith('-'));
  if (name === undefined || path === undefined || isOption || others.length > 0)
    throw new CliError(usage);
  const { publishedRoutes }: { publishedRoutes: PublishedRoutes } = await import(
    pathToFileURL(join(root, routeTable)).href
  );
  const problem = problemWith({ name, path }, appsIn(root), publishedRoutes);
  if (problem) throw new CliError(problem);
  await addRemote(root, { name, path });
  install();
  const { folder, port } = appsIn(root).find((app) => app.name === name) ?? {};
  console.log(`${folder}/ has the screen ${screenOf(name)}, which ${routeTable} shows at ${path}.`);
  for (const [command, does] of [
    [`--filter ${folder} dev`, `shows it alone, at http://localhost:${port}`],
    ['dev', 'shows it in the site'],
    [`release shell ${name}`, 'shows it to visitors'],
  ] as const)
    console.log(`  npx -y pnpm@12 ${command.padEnd(35)} ${does}`);
});

/** Writes the lockfile, then links the packages. In one step pnpm takes twice as long for both. */
function install(): void {
  const own = process.env.npm_execpath;
  const [program = '', ...first] = own?.includes('pnpm') ? [own] : ['npx', '-y', 'pnpm@12'];
  for (const option of ['--lockfile-only --no-frozen-lockfile', '--frozen-lockfile']) {
    const parameters = [...first, 'install', '--prefer-offline', ...option.split(' ')];
    const { stdout, stderr, status, error } = spawnSync(program, parameters, {
      cwd: root,
      encoding: 'utf8',
    });
    if (status === 0) continue;
    throw new CliError(
      `${error ? `${error.message}\n` : stdout + stderr}All files are written, but the packages are not linked: run "npx -y pnpm@12 install --no-frozen-lockfile".`,
    );
  }
}
