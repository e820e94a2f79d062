import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';

const owners = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/\s+/) as [path: string, team: string]);

test('A remote with an owner belongs to the team that its package.json names', () => {
  const remotes = owners.filter(([path]) => path.startsWith('/remote-'));
  assert.ok(remotes.length > 2, `only ${remotes.length} were found`);
  for (const [path, team] of remotes) {
    const { author } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    assert.equal(team, `@kargo/${author.toLowerCase().replace(' ', '-')}`, path);
  }
});

test('Every folder that has an owner exists', () => {
  const gone = owners.filter(([path]) => path !== '*' && !existsSync(join(root, path)));
  assert.deepEqual(gone, []);
});
