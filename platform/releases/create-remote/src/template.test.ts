import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Kind, writeRemote } from './write-remote.ts';

for (const kind of ['workspace', 'repository', 'rspack', 'rsbuild', 'vite', 'webpack'] as const) {
  const files = writtenFiles(kind);

  test(`A ${kind} has no placeholder of the template, nor one that a formatter took for bold text`, () => {
    for (const [file, content] of files)
      assert.doesNotMatch(file + content, /__\w+__|\*\*\w+\*\*/, file);
  });

  test(`Nothing in the sources of a ${kind} is called as the remote, which may be map or text`, () => {
    for (const [file, content] of files)
      assert.doesNotMatch(content, /\b(function|class|const|let|import)\s+Tracking\b/, file);
  });
}

test('The configuration of each other bundler exposes what kargo.json names', () => {
  for (const kind of ['rspack', 'rsbuild', 'vite', 'webpack'] as const) {
    const files = new Map(writtenFiles(kind));
    const { app, screens } = JSON.parse(files.get('kargo.json') ?? '');
    assert.equal(app, 'tracking');
    const configuration = files.get(`${kind}.config.js`) ?? '';
    for (const name of Object.keys(screens)) {
      const [, source = ''] = new RegExp(`'./${name}': './(.*?)'`).exec(configuration) ?? [];
      assert.ok(files.has(source), `${kind} exposes ${source}`);
    }
  }
});

test('The README names each variable and secret of the hosted workflow', () => {
  const files = new Map(writtenFiles('repository'));
  const readme = files.get('README.md') ?? '';
  const workflow = files.get('.github/workflows/ci.yml') ?? '';
  const names = [...workflow.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name]) => name);
  assert.ok(names.includes('PUBLISHER_KEY'));
  for (const name of names) assert.match(readme, new RegExp(`\`${name}\``));
});

test('No job that has a key builds, runs scripts of dependencies, or has their programs on its PATH', () => {
  const workflow = new Map(writtenFiles('repository')).get('.github/workflows/ci.yml') ?? '';
  const withKey = workflow.split(/^ {2}(?=\w+:$)/m).filter((job) => job.includes('PUBLISHER_KEY'));
  const commands = withKey.map((job) =>
    [...job.matchAll(/- run: (\w.*)/g)].map(([, command]) => command),
  );
  const program = 'node node_modules/@kargo/commands/src/';
  assert.deepEqual(commands, [
    [
      'npm ci --ignore-scripts',
      `${program}release.js --built --site "$SITE" \${{ inputs.anyway && '--anyway' || '' }}`,
    ],
    ['npm ci --ignore-scripts', `${program}preview.js --built --site "$SITE" | tee preview.txt`],
  ]);
});

/** The files of a remote called tracking, by path. */
function writtenFiles(kind: Kind): [file: string, content: string][] {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-template-'));
  writeRemote(folder, { name: 'tracking', path: '/track' }, kind);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file): [string, string] => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]);
  rmSync(folder, { recursive: true });
  return files;
}
