#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { appsIn } from '@kargo/build/remotes';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { step } from '@kargo/commands/progress';
import { root } from '@kargo/commands/settings';
import { screenOf } from '@kargo/create-remote/write-remote';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import { addRemote } from './add-remote.ts';
import { problemWith, routeTable } from './routes.ts';

const usage =
  'Usage: pnpm new-remote <name> </path>    adds a remote with one screen at this address';

/** Adds a remote to this checkout. Everything else finds it by its folder. */
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
  await step('', async () => {
    await addRemote(root, { name, path });
    await install();
  });
  const { folder, port } = appsIn(root).find((app) => app.name === name) ?? {};
  console.log(`${folder}/ has the screen ${screenOf(name)}, which ${routeTable} shows at ${path}.`);
  for (const [command, does] of [
    [`--filter ${folder} dev`, `shows it alone, at http://localhost:${port}`],
    ['dev', 'shows it in the site'],
    [`release shell ${name}`, 'shows it to visitors'],
  ] as const)
    console.log(`  pnpm ${command.padEnd(35)} ${does}`);
}, usage);

/** Writes the lockfile, then links the packages. As one step pnpm takes twice as long. */
async function install(): Promise<void> {
  const own = process.env.npm_execpath;
  const [program = '', ...first] = own?.includes('pnpm') ? [own] : ['npx', '-y', 'pnpm@12'];
  for (const [name, option] of [
    ['Writing the lockfile', '--lockfile-only --no-frozen-lockfile'],
    ['Linking the packages', '--frozen-lockfile'],
  ] as const) {
    const parameters = [...first, 'install', '--prefer-offline', ...option.split(' ')];
    const running = promisify(execFile)(program, parameters, { cwd: root });
    await step(name, () => running).catch(({ message, code, stdout, stderr }) => {
      const said = code === 'ENOENT' ? `${message}\n` : stdout + stderr;
      throw new CliError(
        `${said}All files are written, but the packages are not linked: run "pnpm install --no-frozen-lockfile".`,
      );
    });
  }
}
