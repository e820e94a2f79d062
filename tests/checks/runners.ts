import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';

interface Runner {
  /** The test files that it runs, except those of a runner above it. */
  files: RegExp;
  /** Options for a part of a title, and for files by path. */
  options: [title: string, files?: string];
}

/** Test runners by package script. */
const runners: Record<string, Runner> = {
  'test:engines': { files: /^tests\/e2e\/src\/engines\//, options: ['--grep'] },
  'test:browser': { files: /^tests\/e2e\//, options: ['--grep'] },
  'test:services': { files: /^(api|local\/services)\//, options: ['--test-name-pattern'] },
  'test:dom': {
    files: /^(shell|shared-runtime|shared-ui|remote-[^/]+)\/src\//,
    options: ['--testNamePattern', '--runTestsByPath'],
  },
  'test:node': { files: /./, options: ['--test-name-pattern'] },
};

/** Values of `TEST_ONLY` by package script, which select a part; an empty one runs all. */
export type Choice = Record<string, string>;

/**
 * Reads the parameters of `pnpm test`: stages or test files, and a part of a title after `-t`.
 *
 * @param stages all stages; they run if nothing is named
 * @throws {CliError} when there is no such stage or file
 */
export function readChoice(parameters: string[], stages: readonly string[]): Choice {
  const { positionals, values } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { title: { type: 'string', short: 't' } },
  });
  const named = positionals.length > 0 ? positionals : stages;
  const whole = named.filter((word) => stages.includes(word));
  const files = named.filter((word) => !stages.includes(word)).map(pathFromRoot);
  if (values.title && files.length === 0) throw new CliError('Name a test file before -t.');
  const byRunner = Object.entries(Object.groupBy(files, runnerOf));
  return Object.fromEntries([
    ...whole.map((name) => [name, '']),
    ...byRunner.map(([name, own = []]) => [name, wordsFor(name, own, values.title)]),
  ]);
}

function pathFromRoot(word: string): string {
  const path = relative(root, resolve(word));
  if (existsSync(join(root, path))) return path;
  throw new CliError(`There is no stage and no test file "${word}".`);
}

const runnerOf = (file: string): string =>
  Object.keys(runners).find((name) => runners[name]?.files.test(file)) ?? '';

function wordsFor(runner: string, files: string[], title?: string): string {
  const [titleOption, filesOption] = runners[runner]?.options ?? [];
  const words = [title && `${titleOption}=${pattern(title)}`, filesOption, ...files];
  return words.filter(Boolean).join(' ');
}

/** Returns a regular expression for a title, without characters that a shell would interpret. */
const pattern = (title: string): string => title.replace(/[^\p{L}\p{N}]/gu, '.');
