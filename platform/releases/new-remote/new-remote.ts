import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { type NewRemote, screenOf } from '@kargo/create-remote/write-remote';
import type { PublishedRoutes } from '@kargo/shared-types/releases/release';
import { appsIn } from '@kargo/tools/remotes';
import { addRemote } from './add-remote.ts';
import { readRouteTable, routeTable } from './edit-routes.ts';
import { problemWith } from './problem-with.ts';
import { removeRemote } from './remove-remote.ts';
import { requireWholeCheckout } from './require-whole-checkout.ts';
import { withAppSections } from './with-app-sections.ts';
import { writeTexts } from './write-texts.ts';

const usage =
  'Usage: pnpm new-remote <name> </path>              adds a remote with one screen at this address\n' +
  '       pnpm new-remote --remove <name>             takes a remote and its routes away\n' +
  '       pnpm new-remote --remove <name> --anyway    even if not all of it is committed\n' +
  '       pnpm new-remote --update                    writes what compose and Kubernetes say of each app';

type Task =
  | { kind: 'add'; remote: NewRemote }
  | { kind: 'remove'; name: string; anyway: boolean }
  | { kind: 'update' };

/** Adds a remote to this checkout, or takes one away. What knows remotes finds them by their folders. */
await runCommand(async () => {
  const task = readTask();
  requireWholeCheckout(root, task.kind === 'remove' ? task.name : undefined);
  if (task.kind === 'add') await add(task.remote);
  else if (task.kind === 'remove') remove(task.name, task.anyway);
  else writeTexts(root, withAppSections(root, appsIn(root)));
});

async function add(remote: NewRemote): Promise<void> {
  // Importing it within a merge would end in a stack.
  readRouteTable(root);
  const { publishedRoutes }: { publishedRoutes: PublishedRoutes } = await import(
    join(root, routeTable)
  );
  const problem = problemWith(remote, appsIn(root), publishedRoutes);
  if (problem) throw new CliError(problem);
  addRemote(root, remote);
  install();
  const { name, path } = remote;
  const { folder, port } = appsIn(root).find((app) => app.name === name) ?? {};
  printWithCommands(
    `${folder}/ has the screen ${screenOf(name)}, which ${routeTable} shows at ${path}.`,
    {
      [`--filter ${folder} dev`]: `shows it alone, at http://localhost:${port}`,
      dev: 'shows it in the site',
      [`release shell ${name}`]: 'shows it to visitors',
    },
  );
}

function remove(name: string, anyway: boolean): void {
  removeRemote(root, name, { anyway });
  install();
  printWithCommands(`${name} is gone from here, and so are its routes. Where it was released:`, {
    'release shell': 'takes its routes out of the site',
    [`release ${name} --remove`]: 'then takes the remote out of it',
  });
}

function printWithCommands(text: string, commands: Record<string, string>): void {
  console.log(text);
  for (const [command, does] of Object.entries(commands))
    console.log(`  npx -y pnpm@12 ${command.padEnd(35)} ${does}`);
}

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

function readTask(): Task {
  const { values, positionals } = readArguments();
  const { remove, update = false, anyway = false } = values;
  const [name, path, ...others] = positionals;
  const options = Object.keys(values).length;
  if (name !== undefined && path !== undefined && others.length === 0 && options === 0)
    return { kind: 'add', remote: { name, path } };
  if (name === undefined && remove !== undefined && !update)
    return { kind: 'remove', name: remove, anyway };
  if (name === undefined && update && options === 1) return { kind: 'update' };
  throw new CliError(usage);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        remove: { type: 'string' },
        anyway: { type: 'boolean' },
        update: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`);
  }
}
