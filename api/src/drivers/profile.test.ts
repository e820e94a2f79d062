import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import { sql } from 'kysely';
import { type FormFields, profileImage, profileTexts } from '../testing/multipart-form.ts';
import { samplePicture } from '../testing/payout-form.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { checkForm } from '../uploads/check-form.ts';
import { mailAddress, maskAddress } from './profile.ts';

for (const sender of ['Kargo <no-reply@kargo.example>', 'no-reply@kargo.example']) {
  test(`the address in "${sender}"`, () => {
    assert.equal(mailAddress(sender), 'no-reply@kargo.example');
  });
}

for (const [address, masked] of [
  ['ada.field@kargo.example', 'a•••@kargo.example'],
  ['a@kargo.example', 'a•••@kargo.example'],
  ['"a@b"@kargo.example', '"•••@kargo.example'],
  ['é@kargo.example', 'é•••@kargo.example'],
  ['🚚x@kargo.example', '🚚•••@kargo.example'],
] as const) {
  test(`${address} is masked, however long it is`, () => {
    assert.equal(maskAddress(address), masked);
  });
}

const check = (texts: Record<string, string>): Record<string, string> =>
  checkForm(profileSchema, texts);

// profile-form.test.ts of shared-types tests the rules, which are those of the browser's form.
for (const [change, message] of [
  [{ name: '\u202e' }, 'Name is required'],
  [{ name: 'Ada\u0000' }, 'Name must not contain control characters'],
  [{ phone: '202555012' }, 'Enter a valid phone number'],
  [{ name: '', phone: '' }, 'Name is required'],
] as const)
  test(`${JSON.stringify(change)} is refused with the sentence of its first broken rule`, () => {
    assert.throws(() => check({ name: 'Ada', phone: '2025550123', ...change }), { message });
  });

test('valid texts are returned trimmed', () => {
  const kept = { name: 'Ada', phone: '+1 202-555-0123' };
  assert.deepEqual(check({ name: ' Ada ', phone: 'tel:+1\u00a0202-555-0123' }), kept);
});

test('a missing text is refused as required', () => {
  assert.throws(() => check({ phone: '2025550123' }), { message: 'Name is required' });
  assert.throws(() => check({ name: 'Ada' }), { message: 'Phone number is required' });
});

const api = await startTestApi();
after(() => api.stop());
const png = await samplePicture();
const path = '/driver/profile/update';

const phone: FormFields = [['phone', '2025550123']];

const manyFields = Array.from({ length: 20 }, (_, i): [string, string] => [`f${i}`, 'x']);

for (const [name, fields, status, code] of [
  ['no fields at all', [], 400, 'validation_failed'],
  ['a name of 256 characters', [['name', 'x'.repeat(256)], ...phone], 400, 'validation_failed'],
  [
    'a name of a million characters',
    [['name', 'x'.repeat(1e6)], ...phone],
    400,
    'validation_failed',
  ],
  ['no name', phone, 400, 'validation_failed'],
  ['no phone', [['name', 'Ada']], 400, 'validation_failed'],
  ['two names', [...profileTexts, ['name', 'Ben']], 400, 'validation_failed'],
  [
    'a field that the contract does not know',
    [...profileTexts, ['role', 'admin']],
    400,
    'validation_failed',
  ],
  [
    'a file in place of a name',
    [['name', { bytes: png, filename: 'a.png' }], ...phone],
    400,
    'validation_failed',
  ],
  ['text in place of a photo', [...profileTexts, ['image', 'null']], 400, 'validation_failed'],
  ['fields of the prototype', [...profileTexts, ['__proto__', 'x']], 400, 'malformed_body'],
  [
    'two photos',
    [...profileTexts, ...profileImage(png), ...profileImage(png)],
    413,
    'payload_too_large',
  ],
  ['twenty fields', [...profileTexts, ...manyFields], 400, 'validation_failed'],
  [
    'a GIF that is called .png',
    [...profileTexts, ...profileImage(Buffer.from('GIF89a\u0001\u0000\u0001\u0000'))],
    422,
    'image_type_not_allowed',
  ],
  [
    'an empty file',
    [...profileTexts, ...profileImage(Buffer.alloc(0))],
    422,
    'image_type_not_allowed',
  ],
  [
    'a damaged photo',
    [...profileTexts, ...profileImage(png.subarray(0, png.length - 30))],
    422,
    'image_unreadable',
  ],
] satisfies [string, FormFields, number, string][]) {
  test(`${name}: refused as ${code}, and nothing is changed or left behind`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const before = await api.storedImages();
    const response = await api.postForm(path, fields, headers);
    assert.equal(response.statusCode, status, response.body);
    assert.equal(response.json().code, code);
    assert.equal((await api.profileOf(headers)).name, driver.name);
    assert.deepEqual(await api.storedImages(), before);
  });
}

test('when the name is refused, a photo sent with it is not stored', async () => {
  const { headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  const fields: FormFields = [...profileImage(png), ['name', ''], ['phone', '1']];
  const response = await api.postForm(path, fields, headers);
  assert.equal(response.json().message, 'Name is required');
  assert.deepEqual(await api.storedImages(), before);
});

test('when the database fails after the photo is stored, the photo is deleted an hour later', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  await api.db.schema
    .alterTable('drivers')
    .addCheckConstraint('short_names', sql`id <> ${sql.lit(driver.id)} or char_length(name) < 100`)
    .execute();
  const fields: FormFields = [['name', 'x'.repeat(200)], ...phone, ...profileImage(png)];
  const response = await api.postForm(path, fields, headers);
  await api.db.schema.alterTable('drivers').dropConstraint('short_names').execute();

  assert.equal(response.statusCode, 500);
  assert.deepEqual(response.json(), {
    code: 'internal',
    message: 'Something went wrong on our side.',
  });
  await api.cleanUpAnHourLater();
  assert.deepEqual(await api.storedImages(), before);
});

const multipart = 'multipart/form-data';

for (const [name, contentType, body, status, code] of [
  ['as JSON', 'application/json', '{"name":"Ada"}', 415, 'unsupported_media_type'],
  ['urlencoded', 'application/x-www-form-urlencoded', 'name=Ada', 415, 'unsupported_media_type'],
  ['without a boundary', multipart, 'anything', 400, 'malformed_body'],
  [
    'that ends in the middle',
    `${multipart}; boundary=x`,
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda',
    400,
    'malformed_body',
  ],
  ['that is no form', `${multipart}; boundary=x`, 'anything at all', 400, 'malformed_body'],
  [
    'cut inside the photo',
    `${multipart}; boundary=x`,
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG',
    400,
    'malformed_body',
  ],
] as const) {
  test(`a body ${name} is refused as ${code}`, async () => {
    const { headers } = await api.addSignedInDriver();
    const ofForm = { headers: { ...headers, 'content-type': contentType } };
    const response = await api.post(path, Buffer.from(body), ofForm);
    assert.equal(response.statusCode, status, response.body);
    assert.equal(response.json().code, code);
  });
}
