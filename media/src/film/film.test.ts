import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { files } from './files.ts';
import { film, frame } from './storyboard.ts';

test('every second of the film has a picture', () => {
  for (let second = 0; second <= film.seconds; second += 0.5) {
    assert.doesNotMatch(frame(second), /undefined|NaN/, `at ${second} s`);
  }
});

test('the two committed files are 1.5 MB at most', async () => {
  const sizes = await Promise.all(
    Object.values(files).map(async (path) => (await stat(path)).size),
  );
  assert.ok(sizes.reduce((sum, size) => sum + size) <= 1_500_000, `${sizes}`);
});

test('the MP4 is H.264 and can be played during its download', async () => {
  const mp4 = await readFile(files.mp4);
  assert.ok(mp4.includes('avc1'));
  assert.ok(mp4.indexOf('moov') < mp4.indexOf('mdat'));
});
