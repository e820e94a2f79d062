import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import {
  newPublisherKey,
  parsePublisherKey,
  parsePublishers,
  publicPart,
} from '@kargo/release-log/rules/release-signature';
import {
  appSections,
  blockFor,
  blocksIn,
  placeAmong,
  publicKeyFiles,
  withBlock,
  withPublicKey,
} from './app-sections.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const anyKey = await newPublisherKey('not-secret-any', ['any']);

for (const section of appSections) {
  const { file, name } = section;
  const source = read(file);

  test(`${file} has the ${name} of all apps, and nothing else`, () => {
    const blocks = blocksIn(source, section, apps.length);
    const [sample, last] = [blocks.at(-1) ?? '', apps.at(-1)];
    assert.ok(last);
    for (const [index, app] of apps.entries()) {
      // There is no site without the shell.
      const isShellsWait = app.name === 'shell' && name === 'apps to wait for';
      const expected = blockFor(app, anyKey, sample, last);
      assert.equal(
        blockFor(app, anyKey, blocks[index] ?? '', app),
        isShellsWait ? expected.replace(', required: false', '') : expected,
      );
    }
  });

  test(`${file} has more ${name} with one more remote`, () => {
    const next = { name: 'next', folder: 'remote-next' };
    const more = withBlock(source, section, apps, next, anyKey);
    const blocks = blocksIn(more, section, apps.length + 1);
    const [added = ''] = blocks.splice(placeAmong(apps, next), 1);
    assert.match(added, /next/i);
    assert.deepEqual(blocks, blocksIn(source, section, apps.length));
    for (const app of apps) assert.doesNotMatch(added, new RegExp(`-${app.name}|${app.folder}`));
  });
}

for (const file of publicKeyFiles)
  test(`${file} has the public keys of all apps, and that of one more remote`, () => {
    const keys = read('docker-compose.local.env').matchAll(/^PUBLISHER_KEY_\w+='(.*)'$/gm);
    const all = [...keys].map(([, key = '']) => publicPart(parsePublisherKey(key, file)));
    const publishersIn = (text: string) =>
      parsePublishers(/^(?:PUBLISHERS='?| {2}')(\{.*\})/m.exec(text)?.[1] ?? '', file);
    assert.deepEqual(publishersIn(read(file)), { log: 'not-secret', keys: all });
    assert.deepEqual(
      all.map((key) => key.apps),
      apps.map(({ name }) => [name]),
    );
    assert.deepEqual(
      publishersIn(withPublicKey(read(file), 1, anyKey)).keys,
      all.toSpliced(1, 0, publicPart(anyKey)),
    );
  });

test('A file without the comments around a section is refused', () => {
  assert.throws(() => blocksIn('services:\n', appSections[0], apps.length), {
    message: 'docker-compose.yml has no section "services that publish".',
  });
});

test('A section in which an app lacks lines is refused', () => {
  const [section] = appSections;
  assert.throws(() => blocksIn(read(section.file), section, apps.length + 1), {
    message: `docker-compose.yml needs as many lines of "services that publish" for each of ${apps.length + 1} apps.`,
  });
});
