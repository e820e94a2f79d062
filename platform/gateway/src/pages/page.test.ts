import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { compressLasting, makePage } from './page.ts';

test('A page that was not replaced at once is compressed better', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const html = await readFile(import.meta.filename, 'utf8');
  const page = await makePage({ html, inline: { styles: [], scripts: [] } }, null);
  const { br } = page.bodies;
  compressLasting(page);
  assert.equal(page.isCompressedBest, false);
  context.mock.timers.tick(5000);
  compressLasting(page);
  while (page.bodies.br === br) await setImmediate();
  assert.ok(page.bodies.br.length < br.length);
  assert.equal(brotliDecompressSync(page.bodies.br).toString(), html);
});
