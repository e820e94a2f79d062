import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { CliError } from '@kargo/commands/cli-error';
import { filesToPack } from './files-to-pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'kargo-files-to-pack-'));
after(() => rmSync(folder, { recursive: true }));
write('package.json', '{}');
write('src/route.ts');
write('src/route.test.ts');
write('src/testing/stand-in.ts');
write('src/line.svg');
write('src/gone.ts');

test('A package that git does not track is refused', () => {
  assert.throws(
    () => filesToPack(folder),
    (error) =>
      error instanceof CliError &&
      error.message === `git does not track ${folder}, and only what it tracks is packed.`,
  );
});

test('Only files that git tracks are packed, without tests or deleted files', (t) => {
  if (git('init', '--quiet') !== 0) return t.skip('git is not installed');
  git('add', '--all');
  rmSync(join(folder, 'src/gone.ts'));
  write('production-key.json');
  write('coverage/index.html');
  write('src/draft.ts');
  assert.deepEqual(filesToPack(folder), { sources: ['src/route.ts'], others: ['src/line.svg'] });
});

function write(file: string, content = ''): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const git = (...parameters: string[]) => spawnSync('git', parameters, { cwd: folder }).status;
