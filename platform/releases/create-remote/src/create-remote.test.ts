import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

// The program. `pnpm proof new-team` calls it with npm, and works in its output.

const folder = mkdtempSync(join(tmpdir(), 'kargo-create-remote-'));
const programs = join(folder, 'bin');
mkdirSync(programs);
writeFileSync(join(programs, 'npm'), '#!/bin/sh\necho https://npm.kargo.example\n', {
  mode: 0o755,
});
after(() => rmSync(folder, { recursive: true }));

test('An old Node is refused at once, and nothing is written', () => {
  const repository = join(folder, 'old-node');
  mkdirSync(repository);
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, join(import.meta.dirname, 'create-remote.ts'), 'tracking', '/track'],
    { cwd: repository, encoding: 'utf8', env: { PATH: programs } },
  );
  assert.equal(stderr, 'A remote needs Node 24 or newer; this is 20.20.2.\n');
  assert.equal(status, 1);
  assert.deepEqual(readdirSync(repository), []);
});

test('A remote is written even without git', () => {
  const repository = join(folder, 'remote-tracking');
  mkdirSync(repository);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'create-remote.ts'), 'tracking', '/track'],
    { cwd: repository, encoding: 'utf8', env: { PATH: programs } },
  );
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^This is no repository yet: once git is installed, "git init" makes it one\.$/m,
  );
  assert.match(stdout, /^remote-tracking has one screen, for \/track\./m);
  assert.ok(readdirSync(repository).includes('package.json'));
  assert.ok(!existsSync(join(repository, '.git')));
});
