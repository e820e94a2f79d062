import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { differenceOfPictures, type Picture } from './pictures.ts';

/** @param dark its first points */
function picture({ width = 100, height = 10, dark = 0, moving = 0 } = {}): Picture {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let point = 0; point < dark; point++) png.data.fill(0, point * 4, point * 4 + 3);
  return { png, moving: new Set(Array.from({ length: moving }, (_, point) => point)) };
}

const compare = (now: Picture, before: Picture) => differenceOfPictures([now], [before]);

test('pictures differ when more of their points do than anti-aliasing explains', () => {
  assert.equal(compare(picture(), picture()), undefined);
  assert.equal(compare(picture({ dark: 5 }), picture()), '0.5 % of its points differ');
  assert.equal(compare(picture({ dark: 2 }), picture()), undefined);
});

test('a row more is no difference', () => {
  assert.equal(compare(picture({ height: 11 }), picture()), undefined);
});

test('points that never stand still are left out, up to a limit', () => {
  assert.equal(compare(picture({ dark: 20, moving: 20 }), picture()), undefined);
  assert.equal(
    compare(picture({ moving: 300 }), picture()),
    '30.0 % of its points never stand still',
  );
  assert.equal(compare(picture({ moving: 300 }), picture({ moving: 300 })), undefined);
});
