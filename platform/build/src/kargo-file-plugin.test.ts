import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readScreenTexts } from './kargo-file-plugin.ts';
import { remotesIn } from './remotes.ts';
import { temporaryFolder } from './testing/build.ts';

test('Every screen of every remote has texts, which are read without its code', async () => {
  for (const { path, screens } of remotesIn(join(import.meta.dirname, '../../..'))) {
    const texts = await readScreenTexts(path);
    assert.deepEqual(Object.keys(texts).toSorted(), screens.toSorted());
    for (const [name, { title, ...rest }] of Object.entries(texts)) {
      assert.ok(title, name);
      assert.ok(!('load' in rest), name);
    }
  }
});

test('A title that was changed is read again', async (context) => {
  const folder = await temporaryFolder(context);
  await mkdir(join(folder, 'src'));
  const file = join(folder, 'src/screens.ts');
  for (const [seconds, title] of ['First', 'Second'].entries()) {
    await writeFile(file, `export default { Home: { title: '${title}', load: () => null } };`);
    await utimes(file, seconds, seconds);
    assert.deepEqual(await readScreenTexts(folder), { Home: { title } });
  }
});
