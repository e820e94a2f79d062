import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('Positions in scripts of releases become positions in the sources', async (context) => {
  const store = await mkdtemp(join(tmpdir(), 'kargo-explain-'));
  context.after(() => rm(store, { recursive: true }));
  const folder = join(store, 'marketing/1.0.0');
  await mkdir(folder, { recursive: true });
  // Column 20 of line 1, counted from 0, is column 4 of line 3 of Home.tsx.
  const map = { version: 3, sources: ['src/Home.tsx'], names: [], mappings: 'AAAA,oBAEI' };
  await writeFile(join(folder, 'home.1f.js.map'), JSON.stringify(map));

  const report = `TypeError: x is not a function
    at Home (https://kargo.example/releases/marketing/1.0.0/home.1f.js:1:21)
    at s@https://kargo.example/releases/marketing/1.0.0/home.1f.js?attempt=k2:1:1
    at https://kargo.example/releases/marketing/1.0.0/other.js:1:1\n`;
  const script = join(import.meta.dirname, 'explain-stack.ts');
  const { stdout } = spawnSync(process.execPath, [script, '--releases', store], { input: report });
  assert.equal(
    String(stdout),
    `TypeError: x is not a function
    at Home (src/Home.tsx:3:5)
    at s@src/Home.tsx:1:1
    at https://kargo.example/releases/marketing/1.0.0/other.js:1:1\n`,
  );
});
