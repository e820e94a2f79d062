import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from './compare-looks.ts';
import type { DrawnElement } from './in-page/read-look.ts';

const properties = ['color', 'margin-left', 'font-size', 'bottom'];

const link: DrawnElement = {
  name: 'a "Log in"',
  box: [10, 5, 60.5, 20],
  values: 'black\n3.5px\n16px\n90px',
  isMoving: false,
};

const compare = (now: DrawnElement[], before: DrawnElement[]) =>
  differenceOf({ properties, elements: now }, { properties, elements: before });

test('what follows from a fraction of a pixel, or from what is around it, is no difference', () => {
  const moved = { ...link, box: [10.75, 5.2, 61.5, 20], values: 'black\n4.5px\n16px\n50px' };
  assert.equal(compare([moved], [link]), undefined);
});

test('another place, another value and another element are differences', () => {
  assert.equal(
    compare([{ ...link, box: [12, 5, 60.5, 20] }], [link]),
    'a "Log in" is at 12, 5 with 60.5 × 20 px, in place of 10, 5 with 60.5 × 20 px',
  );
  assert.equal(
    compare([{ ...link, values: 'black\n3.5px\n16.5px\n90px' }], [link]),
    'a "Log in" has font-size: 16.5px, in place of 16px',
  );
  assert.equal(
    compare([{ ...link, name: 'b "Log in"' }], [link]),
    'it has b "Log in", in place of a "Log in"',
  );
});

test('an element that is there in addition, or not any more, is named, and not what is around it', () => {
  const badge = { ...link, name: 'b "New"' };
  const [header, other] = [
    { ...link, name: 'header "Log in"' },
    { ...link, name: 'header "Log inNew"' },
  ];
  assert.equal(compare([other, link, badge], [header, link]), 'it has b "New" in addition');
  assert.equal(compare([header, link], [other, link, badge]), 'it lacks b "New"');
  assert.equal(compare([link, link], [link]), 'it has a "Log in" in addition');
});

test('what moves without end is not compared', () => {
  const moving = { ...link, box: [90, 5, 60.5, 20], isMoving: true };
  assert.equal(compare([moving], [link]), undefined);
  assert.equal(compare([link], [moving]), undefined);
});
