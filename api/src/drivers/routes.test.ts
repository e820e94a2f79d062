import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import type { Profile } from '@kargo/shared-types/api/driver';
import { maxUploadBytes, maxUploadFormBytes } from '@kargo/shared-types/forms/limits';
import sharp from 'sharp';
import { cleanUp } from '../housekeeping.ts';
import type { Headers } from '../testing/calls-of.ts';
import {
  type FormFields,
  multipartForm,
  profileImage,
  profileTexts,
} from '../testing/multipart-form.ts';
import { samplePicture } from '../testing/payout-form.ts';
import { portOf } from '../testing/port-of.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());
const png = await samplePicture();
const url = '/api/v1/driver/profile/update';

const update = (headers: Headers, fields: FormFields) =>
  api.postForm('/driver/profile/update', fields, headers);

/** A PNG with other data after its end, of exactly this many bytes. */
const pngOfSize = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length, 7)]);

/** Linux may buffer this much between two sockets of one machine. */
const socketBufferBytes = (4 + 32) * 1024 * 1024;

test('a driver changes name and phone, and they are still there on the next visit', async () => {
  const { headers } = await api.addSignedInDriver();
  const response = await update(headers, [
    ['name', '  Ada Field-Ñandú '],
    ['phone', ' +1 (202) 555-0123'],
  ]);
  assert.equal(response.statusCode, 200);
  const saved = response.json<Profile>();
  assert.equal(saved.name, 'Ada Field-Ñandú');
  assert.equal(saved.phone, '+1 (202) 555-0123');

  assert.deepEqual(await api.profileOf(headers), saved);
});

test('a driver changes the photo, which is served as an image and nothing else, in any order of the fields', async () => {
  const { headers } = await api.addSignedInDriver();
  const fields = [...profileImage(png), ...profileTexts.toReversed()];
  const profile = (await update(headers, fields)).json<Profile>();
  assert.equal(profile.name, 'Ada Field');
  assert.match(profile.image ?? '', /^\/api\/v1\/profile-images\/[0-9a-f]{32}\.webp$/);

  const photo = await api.app.inject({ url: profile.image ?? '' });
  assert.equal(photo.statusCode, 200);
  assert.equal(photo.headers['content-type'], 'image/webp');
  assert.equal(photo.headers['x-content-type-options'], 'nosniff');
  assert.equal(photo.headers['content-disposition'], 'inline');
  assert.equal(
    photo.headers['content-security-policy'],
    "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none';sandbox",
  );
  assert.match(String(photo.headers['cache-control']), /immutable/);
  const { format, width, height } = await sharp(photo.rawPayload).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', width: 512, height: 512 });
});

test('without a new photo the old one stays, also when a browser sends the empty file field', async () => {
  const { headers } = await api.addSignedInDriver();
  const first = (await update(headers, [...profileTexts, ...profileImage(png)])).json<Profile>();
  const second = (await update(headers, profileTexts)).json<Profile>();
  assert.equal(second.image, first.image);

  const nothingPicked = {
    bytes: Buffer.alloc(0),
    filename: '',
    type: 'application/octet-stream',
  };
  const third = await update(headers, [...profileTexts, ['image', nothingPicked]]);
  assert.equal(third.json<Profile>().image, first.image);
});

test('a new photo replaces the old one, whose file is deleted an hour later', async () => {
  const { headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  const first = (await update(headers, [...profileTexts, ...profileImage(png)])).json<Profile>();
  const second = (await update(headers, [...profileTexts, ...profileImage(png)])).json<Profile>();
  assert.notEqual(second.image, first.image);
  await cleanUp({ ...api, db: api.apiDb }, assert.fail);
  assert.equal((await api.app.inject({ url: first.image ?? '' })).statusCode, 200);
  await api.cleanUpAnHourLater();
  assert.equal((await api.app.inject({ url: first.image ?? '' })).statusCode, 404);
  assert.equal((await api.app.inject({ url: second.image ?? '' })).statusCode, 200);
  assert.equal((await api.storedImages()).length, before.length + 1);
});

test('of many photos sent at once one is kept', async () => {
  const { headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => update(headers, [...profileTexts, ...profileImage(png)])),
  );
  for (const response of responses) assert.equal(response.statusCode, 200);
  await api.cleanUpAnHourLater();
  const profile = await api.profileOf(headers);
  assert.equal((await api.app.inject({ url: profile.image ?? '' })).statusCode, 200);
  assert.equal((await api.storedImages()).length, before.length + 1);
});

test('two megabytes are accepted to the last byte, and not one more', async () => {
  const { headers } = await api.addSignedInDriver();
  const largest = await update(headers, [
    ...profileTexts,
    ...profileImage(pngOfSize(maxUploadBytes)),
  ]);
  assert.equal(largest.statusCode, 200);
  const profile = largest.json<Profile>();

  const none: FormFields = [];
  for (const fields of [profileTexts, none]) {
    const tooLarge = profileImage(pngOfSize(maxUploadBytes + 1));
    const response = await update(headers, [...tooLarge, ...fields]);
    assert.equal(response.statusCode, 413);
    assert.deepEqual(response.json(), {
      code: 'image_too_large',
      message: 'Image must not be larger than 2MB',
    });
  }
  assert.deepEqual(await api.profileOf(headers), profile);
});

test('nobody changes a profile without an access token, and the body is not even read', async () => {
  const response = await update({}, [
    ...profileTexts,
    ...profileImage(pngOfSize(maxUploadBytes + 1)),
  ]);
  assert.equal(response.statusCode, 401);
});

for (const name of [
  'unknown.webp',
  `${'0'.repeat(32)}.webp`,
  '..%2f..%2fetc%2fpasswd',
  `${'0'.repeat(300)}`,
]) {
  test(`there is no image called ${name.slice(0, 40)}`, async () => {
    const response = await api.app.inject({ url: `/api/v1/profile-images/${name}` });
    assert.ok([400, 404].includes(response.statusCode));
    assert.deepEqual(Object.keys(response.json()), ['code', 'message']);
  });
}

test('over a real connection: bodies beyond the limit end early, a broken one leaves nothing', async () => {
  const { headers } = await api.addSignedInDriver();
  const before = await api.storedImages();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(api.app.server);
  const head = `POST ${url} HTTP/1.1\r\nHost: api\r\nAuthorization: ${headers.authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
  const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n';

  const announced = connectSocket(port, '127.0.0.1');
  announced.write(`${head}Content-Length: ${200 * 1024 * 1024}\r\n\r\n${part}`);
  assert.match(await text(announced), /^HTTP\/1\.1 413 .*"payload_too_large"/s);

  const endless = connectSocket(port, '127.0.0.1').on('error', () => {});
  endless.write(
    `${head}Transfer-Encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`,
  );
  let sent = 0;
  const isEnded = new Promise((resolve) => endless.once('close', resolve));
  const send = () => {
    sent += 0x10000;
    endless.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`, (error) => error || send());
  };
  send();
  await isEnded;
  assert.ok(sent < maxUploadFormBytes + socketBufferBytes, `${sent} bytes were sent`);

  const socket = connectSocket(port, '127.0.0.1');
  const small = await multipartForm([...profileImage(png), ...profileTexts]);
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: api\r\nAuthorization: ${headers.authorization}\r\n` +
      `Content-Type: ${small.headers['content-type']}\r\nContent-Length: ${small.payload.length}\r\n\r\n`,
  );
  socket.write(small.payload.subarray(0, small.payload.length - 20));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await once(socket, 'close');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(await api.storedImages(), before);
});
