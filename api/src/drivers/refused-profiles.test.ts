import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { type FormFields, profileImage, profileTexts } from '../testing/multipart-form.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());
const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'purple' } })
  .png()
  .toBuffer();
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
