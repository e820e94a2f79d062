import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Profile } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import sharp from 'sharp';
import { startTestApi, type TestApi } from '../testing/start-test-api.ts';
import { image, type ProfileFields, texts, updateProfile } from '../testing/update-profile.ts';

let api: TestApi;
let png: Buffer;
before(async () => {
  api = await startTestApi();
  png = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'purple' } })
    .png()
    .toBuffer();
});
after(() => api.stop());

type Headers = Record<string, string>;

const url = '/api/v1/driver/profile/update';

const update = (headers: Headers, fields: ProfileFields) => updateProfile(api, headers, fields);

for (const [name, fields, status, code] of [
  ['no fields at all', () => [], 400, 'validation_failed'],
  [
    'a name of 256 characters',
    () => [
      ['name', 'x'.repeat(256)],
      ['phone', '2025550123'],
    ],
    400,
    'validation_failed',
  ],
  [
    'a name of a million characters',
    () => [
      ['name', 'x'.repeat(1e6)],
      ['phone', '2025550123'],
    ],
    400,
    'validation_failed',
  ],
  ['no name', () => [['phone', '2025550123']], 400, 'validation_failed'],
  ['no phone', () => [['name', 'Ada']], 400, 'validation_failed'],
  ['two names', () => [...texts, ['name', 'Ben']], 400, 'validation_failed'],
  [
    'a field that the contract does not know',
    () => [...texts, ['role', 'admin']],
    400,
    'validation_failed',
  ],
  [
    'a file in place of a name',
    () => [
      ['name', { bytes: png, filename: 'a.png' }],
      ['phone', '2025550123'],
    ],
    400,
    'validation_failed',
  ],
  ['text in place of a photo', () => [...texts, ['image', 'null']], 400, 'validation_failed'],
  ['fields of the prototype', () => [...texts, ['__proto__', 'x']], 400, 'malformed_body'],
  ['two photos', () => [...texts, ...image(png), ...image(png)], 413, 'payload_too_large'],
  [
    'twenty fields',
    () => [...texts, ...Array.from({ length: 20 }, (_, i): [string, string] => [`f${i}`, 'x'])],
    400,
    'validation_failed',
  ],
  [
    'a GIF that is called .png',
    () => [...texts, ...image(Buffer.from('GIF89a\u0001\u0000\u0001\u0000'))],
    422,
    'image_type_not_allowed',
  ],
  ['an empty file', () => [...texts, ...image(Buffer.alloc(0))], 422, 'image_type_not_allowed'],
  [
    'a damaged photo',
    () => [...texts, ...image(png.subarray(0, png.length - 30))],
    422,
    'image_unreadable',
  ],
] satisfies [string, () => ProfileFields, number, string][]) {
  test(`${name}: refused as ${code}, and nothing is changed or left behind`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const before = await api.storedImages();
    const response = await update(headers, fields());
    assert.equal(response.statusCode, status, response.body);
    assert.equal(response.json().code, code);
    const after = await api.app.inject({ url: '/api/v1/verify', headers });
    assert.equal(after.json<Profile>().name, driver.name);
    assert.deepEqual(await api.storedImages(), before);
  });
}

test('when the name is refused, a photo sent with it is not stored', async () => {
  const { headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  const response = await update(headers, [...image(png), ['name', ''], ['phone', '1']]);
  assert.equal(response.json().message, 'Name is required');
  assert.deepEqual(await api.storedImages(), before);
});

test('when the database fails after the photo is stored, the photo is deleted an hour later', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  const [name, phone] = ['x'.repeat(200), '2025550123'];
  await api.db.schema
    .alterTable('drivers')
    .addCheckConstraint('short_names', sql`id <> ${sql.lit(driver.id)} or char_length(name) < 100`)
    .execute();
  const response = await update(headers, [['name', name], ['phone', phone], ...image(png)]);
  await api.db.schema.alterTable('drivers').dropConstraint('short_names').execute();

  assert.equal(response.statusCode, 500);
  assert.deepEqual(response.json(), {
    code: 'internal',
    message: 'Something went wrong on our side.',
  });
  await api.cleanUpAnHourLater();
  assert.deepEqual(await api.storedImages(), before);
});

for (const [name, contentType, payload] of [
  ['JSON', 'application/json', '{"name":"Ada","phone":"2025550123"}'],
  ['no multipart', 'application/x-www-form-urlencoded', 'name=Ada&phone=2025550123'],
] as const) {
  test(`a profile sent as ${name} is refused`, async () => {
    const { headers } = await api.addSignedInDriver();
    const response = await api.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': contentType },
      payload,
    });
    assert.equal(response.statusCode, 415);
    assert.equal(response.json().code, 'unsupported_media_type');
  });
}

for (const [name, contentType, payload] of [
  ['without a boundary', 'multipart/form-data', 'anything'],
  [
    'that ends in the middle',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda',
  ],
  ['that is not one', 'multipart/form-data; boundary=x', 'anything at all'],
  [
    'cut inside the photo',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG',
  ],
] as const) {
  test(`a multipart body ${name} is malformed`, async () => {
    const { headers } = await api.addSignedInDriver();
    const response = await api.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': contentType },
      payload,
    });
    assert.equal(response.statusCode, 400, response.body);
    assert.equal(response.json().code, 'malformed_body');
  });
}
