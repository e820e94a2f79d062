import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ApiError } from '../api-error.ts';
import { checkIdentityDocument } from './check-identity-document.ts';
import { checkPayoutDetails } from './check-payout-details.ts';

const phoneSentence =
  'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)';

const fields = {
  first_name: ' Ada ',
  last_name: 'Field',
  phone: '+1 2025550123',
  day: '5',
  month: '3',
  year: '2008',
};

test('valid details are returned trimmed, with a date', () => {
  assert.deepEqual(checkPayoutDetails(fields), {
    first_name: 'Ada',
    last_name: 'Field',
    phone: '+1 2025550123',
    born: { year: 2008, month: 3, day: 5 },
  });
});

test('digits of other scripts are returned as ASCII', () => {
  const typed = { ...fields, phone: '+1 ٢٠٢٥٥٥٠١٢٣', day: '०५', month: '３', year: '٢٠٠٨' };
  assert.deepEqual(checkPayoutDetails(typed), checkPayoutDetails(fields));
});

// payout-form.test.ts of shared-types tests the rules, which are those of the browser's form.
for (const [change, sentence] of [
  [{ first_name: '\u200b' }, 'First Name is required'],
  [{ last_name: 'n'.repeat(101) }, 'Last Name must not exceed 100 characters'],
  [{ phone: '+1 2025550123;ext=5' }, phoneSentence],
  [{ month: '2', day: '30' }, 'Date of Birth is required'],
  [{ year: '2030' }, 'You must be at least 18 years old'],
  [{ last_name: '', phone: '' }, 'Last Name is required'],
] as const)
  test(`${JSON.stringify(change)} is refused with the sentence of its first broken rule`, () => {
    assert.throws(() => checkPayoutDetails({ ...fields, ...change }), refusal(sentence));
  });

for (const change of [
  { first_name: undefined },
  { phone: undefined },
  { day: '1e1' },
  { day: '-5' },
  { day: '5.0' },
  { year: '08' },
  { month: 'Mar' },
  { year: '5', month: '1990', day: '3' },
  { day: undefined, month: undefined, year: undefined },
]) {
  test(`${JSON.stringify(change)}, which no form sends, is refused`, () => {
    assert.throws(() => checkPayoutDetails({ ...fields, ...change }), /is required$/);
  });
}

test('a driver who is already 18 in the earliest time zone is not refused', () => {
  const birthday = { ...fields, year: '2008', month: '11', day: '22' };
  const lateInLondon = new Date('2026-11-21T10:00:00Z');
  assert.doesNotThrow(() => checkPayoutDetails(birthday, lateInLondon));
  const beforeThat = new Date('2026-11-21T09:59:59Z');
  assert.throws(() => checkPayoutDetails(birthday, beforeThat));
});

function refusal(sentence: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.message, sentence);
    return true;
  };
}

const drawing = sharp({
  create: {
    width: 200,
    height: 120,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const photo = await drawing
  .clone()
  .withExif({ IFD0: { Copyright: 'Ada <ada@html.example>' } })
  .jpeg()
  .toBuffer();
const progressive = await drawing.clone().jpeg({ progressive: true }).toBuffer();
const png = await drawing.clone().png().toBuffer();

const check = (bytes: Buffer) =>
  checkIdentityDocument({ name: 'licence.jpg', bytes, isTooLarge: false }, 'ada');

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(9000, 7)]);
/** Bytes that would start a scan inside a picture. A film has some 40 of them per MB, by chance. */
const likeScans = Buffer.alloc(60_000, 'ffda', 'hex');

for (const [name, picture] of [
  ['a photo', photo],
  ['a progressive photo', progressive],
  ['a PNG', png],
] as const) {
  test(`${name} is taken byte for byte, without what a phone wrote behind it`, async () => {
    assert.deepEqual(await check(Buffer.concat([picture, likeScans, photo, film])), picture);
  });
}

for (const [name, bytes] of [
  ['without an end', photo.subarray(0, -2)],
  ['cut in the middle', photo.subarray(0, photo.length / 2)],
  ['without an end, with another behind it', Buffer.concat([photo.subarray(0, -2), film])],
  ['without an end, as a PNG', png.subarray(0, -12)],
] as const) {
  test(`a picture ${name} is unreadable`, async () => {
    await assert.rejects(check(bytes), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'document_unreadable');
      assert.match(error.message, /^The document could not be opened\./);
      return true;
    });
  });
}
