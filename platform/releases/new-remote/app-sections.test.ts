import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { appSections } from './app-sections.ts';
import { withSection } from './with-app-sections.ts';

for (const section of appSections) {
  const { file, name } = section;
  const source = readFileSync(join(root, file), 'utf8');

  test(`${file} has the ${name} of all apps, and nothing else`, () => {
    assert.equal(withSection(source, section, apps), source);
  });

  test(`${file} has other ${name} with one more remote, and is the same without it`, () => {
    const next = { name: 'next', folder: 'remote-next' };
    const more = withSection(source, section, [...apps, next]);
    assert.match(more, /next/);
    assert.equal(withSection(more, section, apps), source);
  });
}

test('A file without the comments around a section is refused', () => {
  const [section] = appSections;
  assert.ok(section);
  assert.throws(() => withSection('services:\n', section, apps), {
    message: 'docker-compose.yml has no section "services that publish".',
  });
});
