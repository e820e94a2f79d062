#!/usr/bin/env node
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync } from 'node:fs';
import { formatProblem } from './format-problem.ts';
import { writeRemote } from './write-remote.ts';

// A program, `npm create @kargo/remote tracking /track`: makes a remote in the empty folder that it is called in, as
// a repository of its own.

const [name = '', path = '', ...others] = process.argv.slice(2);
const problem = problemWith();
if (problem) {
  console.error(problem);
  process.exit(1);
}
writeRemote('.', { name, path }, 'repository');
appendFileSync('.npmrc', `@kargo:registry=${registry()}\n`);
const git = spawnSync('git', ['init', '--quiet', '--initial-branch', 'main'], { stdio: 'inherit' });
if (git.status !== 0)
  console.log('This is no repository yet: once git is installed, "git init" makes it one.');
console.log(`remote-${name} has one screen, for ${path}. README.md tells the rest:
  npm install      installs what it is made of
  npm start        shows it alone, at http://localhost:3101`);

function problemWith(): string | undefined {
  if (name === '' || path === '' || others.length > 0)
    return 'Usage: npm create @kargo/remote <name> </path>    in an empty folder; such as tracking /track';
  if (readdirSync('.').some((file) => file !== '.git'))
    return `${process.cwd()} is not empty: make a new folder, and call this in it.`;
  if (registry() === 'undefined')
    return 'Tell npm first where it finds the packages: npm config set @kargo:registry https://…';
  return formatProblem({ name, path });
}

/** Where npm finds the packages whose names begin with @kargo. */
function registry(): string {
  return execFileSync('npm', ['config', 'get', '@kargo:registry'], { encoding: 'utf8' }).trim();
}
