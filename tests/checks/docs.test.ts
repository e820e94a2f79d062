import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { remoteSharing } from '@kargo/build/sharing';
import { root } from '@kargo/commands/settings';
import { ourPrograms } from './our-programs.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

test('The documentation has at most 27,000 words', () => {
  const words = pages.flatMap((page) => textOf(page).match(/\S+/g) ?? []);
  assert.ok(words.length <= 27_000, `It has ${words.length} words.`);
});

test('Every file that the documentation names exists', () => {
  const tops = globSync('*/', { cwd: root, exclude: ['node_modules'] }).join('|');
  const path = new RegExp(`\`((?:${tops})/[\\w./-]+)\``, 'g');
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(path)].map(([, file = '']) => ({ page, file })),
  );
  assert.ok(named.length > 100, `only ${named.length} were found`);
  assert.deepEqual(
    named.filter(({ file }) => !existsSync(join(root, file))),
    [],
  );
});

test('Every link of the documentation leads to a file and a heading', () => {
  const broken = pages.flatMap((page) => {
    const links = [...textOf(page).matchAll(/\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)];
    return links.flatMap(([link, file = '', heading = '']) => {
      const target = file ? join(dirname(page), file) : page;
      const isThere =
        existsSync(join(root, target)) && (!heading || anchorsOf(target).includes(heading));
      return isThere ? [] : [`${page}: ${link}`];
    });
  });
  assert.deepEqual(broken, []);
});

test('Every script in the documentation is a script of the top folder, one of our programs, or a command of pnpm', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const programs = ourPrograms.map(([name]) => name);
  const known = [...Object.keys(scripts), ...programs, 'install', 'deploy', 'audit', 'sbom'];
  const called = pages.flatMap((page) =>
    [...textOf(page).matchAll(/(?:^|`|-y )pnpm(?:@12)? ([a-z][\w:-]*)/gm)].map(
      ([, script]) => script ?? '',
    ),
  );
  assert.ok(called.length > 50, `only ${called.length} were found`);
  assert.deepEqual(
    called.filter((script) => !known.includes(script)),
    [],
  );
});

const notSources = ['node_modules', 'dist', 'styled-system', 'docs', 'tests', 'test-results'];
const sources = globSync(['*', '.github/workflows/*', '**/*.{ts,tsx,json,yaml,yml,html,css,svg}'], {
  cwd: root,
  exclude: ({ name }) => notSources.includes(name),
  withFileTypes: true,
}).filter((it) => it.isFile() && !/\.md$|^(pnpm-lock|sbom)/.test(it.name));

for (const [heading, expression] of [
  ['A colour, a size', /#5B37F0|#4B2BD6/i],
  [
    'The version of Node or Postgres',
    RegExp(`${process.versions.node}|node24|>=24|postgres:1[0-9]`),
  ],
] as const) {
  test(`"${heading}" names every file that contains it`, () => {
    const paths = sources.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    const found = paths.filter((path) => expression.test(textOf(path)));
    const [, section = ''] = textOf('CONTRIBUTING.md').split(`### ${heading}`);
    const [named = ''] = section.split('###');
    assert.ok(found.length > 5, `only ${found.length} were found`);
    assert.deepEqual(
      found.filter((file) => !named.includes(`\`${file}\``)),
      [],
    );
  });
}

test('"Limits" of the operations names the file or folder of each limit', () => {
  const [, section = ''] = textOf('docs/operations.md').split('\n## Limits\n');
  const [list = ''] = section.split('\n### ');
  const limit =
    /^(?:export )?const (?:max|most|fewest|clicks)?\w*?(?:Ms|Seconds|Minutes|Days|Bytes|Kb|[lL]imits?|(?<=(?:max|most|fewest|clicks)\w+)) =/m;
  const unnamed = list.split('\n- ').flatMap((item) => {
    const [, room = ''] = /^`(.+?)`:/.exec(item) ?? [];
    if (!room) return [];
    const files = globSync(`${room}/**/*.ts`, { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\//.test(file) && limit.test(textOf(file)),
    );
    assert.ok(files.length > 2, `only ${files.length} were found in ${room}`);
    return files.filter((file) => {
      const [top = '', ...below] = relative(room, file).split('/');
      return !item.includes(`\`${below.length > 0 ? `${top}/` : top}\``);
    });
  });
  assert.deepEqual(unnamed, []);
});

test('Every decision has a date, and is accepted or names the one that replaced it', () => {
  const decisions = pages.filter((page) => /decisions\/\d/.test(page));
  assert.ok(decisions.length > 30, `only ${decisions.length} were found`);
  const status =
    /^# .*\n\n(Accepted \d{4}-\d\d-\d\d\.|Superseded (\d{4}-\d\d-\d\d )?by \[\d{4}\]\()/;
  assert.deepEqual(
    decisions.filter((page) => !status.test(textOf(page))),
    [],
  );
});

test('The table in the documentation lists the modules of the sharing table', () => {
  const [, section = ''] = textOf('docs/architecture.md').split('### What is shared');
  const listed = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(.*?)`/g)].map(([, name]) => name),
  );
  const shared = Object.keys(remoteSharing(join(root, 'shell'))).map((name) =>
    name.replace('@kargo/shared-runtime/', ''),
  );
  assert.ok(shared.length > 10, `only ${shared.length} were found`);
  assert.deepEqual(listed.sort(), shared.sort());
});

/** The headings' anchors, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
