#!/usr/bin/env node
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatProblem } from './format-problem.ts';
import { isKind, writeRemote } from './write-remote.ts';

// `npm create @kargo/remote tracking /track` creates a remote in the empty current folder, as its
// own repository. `-- --bundler vite` or another chooses the bundler that builds it.

// npm takes `--bundler=vite` into the environment unless `--` precedes it.
const { npm_config_bundler = 'repository' } = process.env;
const usage = `Usage: npm create @kargo/remote <name> [</path>] [-- --bundler rspack|rsbuild|vite|webpack]
  in an empty folder; such as tracking /track`;
if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit();
}
// npm would install for a minute before it refuses.
if (Number.parseInt(process.versions.node, 10) < 24)
  end(`A remote needs Node 24 or newer; this is ${process.versions.node}.`);
const { positionals, values } = read();
const [name = '', path = `/${name}`, ...others] = positionals;
const kind = values.bundler;
if (name === '' || others.length > 0 || !isKind(kind) || kind === 'workspace') end(usage);
if (readdirSync('.').some((file) => file !== '.git'))
  end(`${process.cwd()} is not empty: make a new folder, and call this in it.`);
/** The registry of packages whose names begin with @kargo. */
const registry = String(execFileSync('npm', ['config', 'get', '@kargo:registry'])).trim();
if (registry === 'undefined')
  end('Configure the registry of the packages first: npm config set @kargo:registry https://…');
const problem = formatProblem({ name, path });
if (problem) end(problem);
writeRemote('.', { name, path }, kind);
appendFileSync('.npmrc', `@kargo:registry=${registry}\n`);
const git = spawnSync('git', ['init', '--quiet', '--initial-branch', 'main'], { stdio: 'inherit' });
if (git.status !== 0)
  console.log('This is no repository yet: once git is installed, "git init" makes it one.');
console.log(`remote-${name} has one screen, for ${path}. README.md explains the rest.`);

function read() {
  const options = { bundler: { type: 'string', default: npm_config_bundler } } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return end(`${(error as Error).message}\n${usage}`);
  }
}

function end(problem: string): never {
  console.error(problem);
  process.exit(1);
}
