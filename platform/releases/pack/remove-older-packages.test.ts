import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeOlderPackages } from './remove-older-packages.ts';

test('Packages that were packed before are removed, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-older-packages-'));
  const others = ['backup.tgz', 'kargo-notes.tgz', 'kargo-tools-0.1.0.txt', 'notes.md'];
  const packed = [
    'kargo-tools-0.1.0.tgz',
    'kargo-shared-ui-12.0.3.tgz',
    'kargo-gone-1.0.0-rc.1.tgz',
  ];
  for (const file of [...others, ...packed]) writeFileSync(join(folder, file), '');
  removeOlderPackages(folder);
  assert.deepEqual(readdirSync(folder).sort(), others);
  rmSync(folder, { recursive: true });
});
