import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { PublishedRoutes } from '@kargo/shared-types/releases/release';
import { appsIn } from '@kargo/tools/remotes';
import { withoutRoutes, withRoute } from './new-remote/edit-routes.ts';
import { problemWith } from './new-remote/problem-with.ts';
import { writeAppSections } from './new-remote/write-app-sections.ts';
import { screenOf, writeRemote } from './new-remote/write-remote.ts';
import { CliError, runCommand } from './site/cli-error.ts';
import { root } from './site/settings.ts';

const usage =
  'Usage: pnpm new-remote <name> </path>     adds a remote with one screen at this address\n' +
  '       pnpm new-remote --remove <name>    takes a remote and its routes away\n' +
  '       pnpm new-remote --update           writes what compose and Kubernetes say of each app';

const routeTable = join(root, 'shell/src/routes.ts');

/** Adds a remote to this checkout, or takes one away. What knows remotes finds them by their folders. */
await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [name = '', path = ''] = positionals;
  if (values.update) return writeAppSections(root, appsIn(root));
  if (values.remove !== undefined) return remove(values.remove);
  if (positionals.length !== 2) throw new CliError(usage);
  await add({ name, path });
});

async function add(remote: { name: string; path: string }): Promise<void> {
  const { publishedRoutes }: { publishedRoutes: PublishedRoutes } = await import(routeTable);
  const problem = problemWith(remote, appsIn(root), publishedRoutes);
  if (problem) throw new CliError(problem);
  const folder = `remote-${remote.name}`;
  writeRemote(join(root, folder), remote);
  editRoutes((source) => withRoute(source, remote));
  writeAppSections(root, appsIn(root));
  await install();
  const { port } = appsIn(root).find((app) => app.folder === folder) ?? {};
  console.log(`${folder}/ has the screen ${screenOf(remote.name)}, and shell/src/routes.ts shows it at ${remote.path}.
  npx -y pnpm@12 --filter ${folder} dev      shows it alone, at http://localhost:${port}
  npx -y pnpm@12 dev                         shows it in the site
  npx -y pnpm@12 release shell ${remote.name}   brings it to visitors`);
}

async function remove(name: string): Promise<void> {
  const folder = `remote-${name}`;
  if (!/^\w+$/.test(name) || !existsSync(join(root, folder)))
    throw new CliError(`There is no folder ${folder} to remove.`);
  rmSync(join(root, folder), { recursive: true });
  editRoutes((source) => withoutRoutes(source, name));
  writeAppSections(root, appsIn(root));
  await install();
  console.log(`${folder}/ and its routes are gone. Where it was released:
  npx -y pnpm@12 release shell               takes its routes out of the site
  npx -y pnpm@12 release ${name} --remove   and then the remote`);
}

function editRoutes(edit: (source: string) => string): void {
  writeFileSync(routeTable, edit(readFileSync(routeTable, 'utf8')));
}

/** Links the packages of the workspace, and writes the lockfile. */
async function install(): Promise<void> {
  const own = process.env.npm_execpath;
  const [program = '', ...parameters] = own?.includes('pnpm') ? [own] : ['npx', '-y', 'pnpm@12'];
  const options = ['install', '--no-frozen-lockfile', '--prefer-offline'];
  try {
    await promisify(execFile)(program, [...parameters, ...options], { cwd: root });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new CliError(
      `${stdout}${stderr}All files are written, but pnpm-lock.yaml is not: run "npx -y pnpm@12 install --no-frozen-lockfile".`,
    );
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { remove: { type: 'string' }, update: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}
