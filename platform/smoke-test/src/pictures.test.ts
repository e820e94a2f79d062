import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Pictures, writePictures } from './pictures.ts';
import type { Visit } from './plan-visits.ts';

const visit = (id: string, width: 390 | 1440) =>
  ({ screen: { id }, person: { name: 'driver' }, width }) as Visit;
const [old, other] = [Buffer.from('old'), Buffer.from('other')];

test('The page shows what looks different or is new, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-pictures-'));
  t.after(() => rm(folder, { recursive: true }));
  const pictures = new Map<Visit, Pictures>([
    [visit('profile/Profile', 1440), { now: other, before: old }],
    [visit('profile/Profile', 390), { now: old, before: old }],
    [visit('profile/<b>', 390), { now: old, before: undefined }],
  ]);
  const page = await writePictures(join(folder, 'pictures'), pictures);
  const html = await readFile(page ?? '', 'utf8');
  assert.deepEqual(html.match(/<h2>.*?<[/]h2>/g), [
    '<h2>profile/&lt;b&gt; as driver, 390 px</h2>',
    '<h2>profile/Profile as driver, 1440 px</h2>',
  ]);
  const shown = new Set([...html.matchAll(/src="([^"]+)"/g)].map(([, file]) => file));
  const files = await readdir(join(folder, 'pictures'));
  assert.deepEqual(files.sort(), ['comment.md', 'index.html', ...shown].sort());
});

test('Nothing is written when every screen looks as before', async () => {
  const folder = join(tmpdir(), 'kargo-no-pictures');
  const pictures = new Map([[visit('profile/Profile', 390), { now: old, before: old }]]);
  assert.equal(await writePictures(folder, pictures), undefined);
  await assert.rejects(readdir(folder), /ENOENT/);
});
