import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';

const cases: [acceptEncoding: string | undefined, chosen: Encoding][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', 'identity'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', 'identity'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=0.5 , gzip ; q=0.5', 'br'],
  ['gzip;q=0.000', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=nonsense', 'identity'],
];

for (const [acceptEncoding, chosen] of cases) {
  test(`Accept-Encoding ${JSON.stringify(acceptEncoding)} gets ${chosen}`, () => {
    assert.equal(chooseEncoding(acceptEncoding), chosen);
  });
}

for (const part of ['x ', ' ', ';', ',', 'a;', 'br,', 'gzip;q=']) {
  test(`A header full of ${JSON.stringify(part)} takes no longer than other headers`, () => {
    const longest = 16 * 1024;
    const header = `x${part.repeat(longest / part.length)}x`;
    const started = performance.now();
    for (let time = 0; time < 20; time += 1) chooseEncoding(header);
    assert.ok(performance.now() - started < 1000);
  });
}
