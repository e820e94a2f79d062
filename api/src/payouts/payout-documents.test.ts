import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { maxUploadBytes } from '@kargo/shared-types/forms/limits';
import sharp from 'sharp';
import type { FormFields } from '../testing/multipart-form.ts';
import { payoutFields, pictureOfDocument } from '../testing/payout-form.ts';
import { startPayoutApi } from '../testing/start-payout-api.ts';

const api = await startPayoutApi();
after(() => api.stop());

test('a document of exactly 2 MB is accepted, one byte more is not', async () => {
  const { headers } = await api.addSignedInDriver();
  const tooLarge = await api.submit(headers, {}, await document('licence.png', maxUploadBytes + 1));
  assert.equal(tooLarge.statusCode, 413);
  assert.deepEqual(tooLarge.json(), {
    code: 'document_too_large',
    message: 'Max file size is 2MB',
  });

  const largest = await api.submit(headers, {}, await document('licence.png', maxUploadBytes));
  assert.equal(largest.statusCode, 200);
});

test('a document that is too large gets its own error even if it comes before the texts', async () => {
  const { headers } = await api.addSignedInDriver();
  const docs = await document('licence.png', maxUploadBytes + 1);
  const fields: FormFields = [['docs', docs], ...payoutFields(null)];
  const response = await api.postForm('/insert-payout-details', fields, headers);
  assert.equal(response.statusCode, 413);
  assert.equal(response.json().code, 'document_too_large');
});

for (const filename of ['licence.jpg', 'LICENCE.JPEG', 'licence.Png', 'my.licence.png']) {
  test(`a document named ${filename} is accepted`, async () => {
    const { headers } = await api.addSignedInDriver();
    const response = await api.submit(headers, {}, await document(filename));
    assert.equal(response.statusCode, 200);
  });
}

test('an original document is passed on without anything after the picture', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const bytes = await pictureOfDocument('jpeg', 4321);
  const picture = await pictureOfDocument('jpeg');
  await api.submit(headers, {}, { bytes, filename: 'licence.jpg' });
  const [account] = await api.accountsOf(driver.id);
  const file = await api.stripe.files.retrieve(
    String(account?.individual?.verification?.document?.front),
  );
  assert.equal(file.size, picture.length);
  assert.equal(file.type, 'jpg');
});

const notAllowed = {
  code: 'document_type_not_allowed',
  message: 'Allowed formats: JPG, JPEG, PNG',
};
const unreadable = {
  code: 'document_unreadable',
  message: 'The document could not be opened. Take the photo again, or choose another file.',
};
const gif = await picture('gif');
const jpeg = await picture('jpeg');
const unnamed = { ...(await document('')), type: 'application/octet-stream' };

for (const [name, docs, refusal] of [
  ['a PDF', { bytes: Buffer.from('%PDF-1.7 and so on'), filename: 'licence.pdf' }, notAllowed],
  ['a PNG with another name', await document('licence.gif'), notAllowed],
  ['a PNG without an extension', await document('pngpng'), notAllowed],
  ['a file without a name', unnamed, notAllowed],
  ['a GIF named .png', { bytes: gif, filename: 'licence.png' }, notAllowed],
  [
    'text named .jpg',
    { bytes: Buffer.from('<svg onload=alert(1)>'), filename: 'licence.jpg' },
    notAllowed,
  ],
  ['an empty file', { bytes: Buffer.alloc(0), filename: 'licence.png' }, notAllowed],
  [
    'a JPEG that ends half way',
    { bytes: jpeg.subarray(0, Math.floor(jpeg.length / 2)), filename: 'licence.jpg' },
    unreadable,
  ],
] as const) {
  test(`${name} is not accepted as a document`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const response = await api.submit(headers, {}, docs);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json(), refusal);
    assert.deepEqual(await api.accountsOf(driver.id), []);
  });
}

test('a form without a document is refused', async () => {
  const { headers } = await api.addSignedInDriver();
  const response = await api.submit(headers, {}, null);
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().message, 'Document is required');
});

async function document(filename: string, size?: number) {
  return { bytes: await pictureOfDocument('png', size), filename };
}

function picture(format: 'gif' | 'jpeg'): Promise<Buffer> {
  const create = { width: 320, height: 200, channels: 3, background: 'teal' } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}
