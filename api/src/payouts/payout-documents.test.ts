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

for (const [name, makeDocument, status, code, message] of [
  [
    'a PDF',
    async () => ({ bytes: Buffer.from('%PDF-1.7 and so on'), filename: 'licence.pdf' }),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'a PNG with another name',
    () => document('licence.gif'),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'a PNG without an extension',
    () => document('png'.repeat(2)),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'a file without a name',
    async () => ({ ...(await document('')), type: 'application/octet-stream' }),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'a GIF named .png',
    async () => ({ bytes: await picture('gif'), filename: 'licence.png' }),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'text named .jpg',
    async () => ({ bytes: Buffer.from('<svg onload=alert(1)>'), filename: 'licence.jpg' }),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'an empty file',
    async () => ({ bytes: Buffer.alloc(0), filename: 'licence.png' }),
    422,
    'document_type_not_allowed',
    'Allowed formats: JPG, JPEG, PNG',
  ],
  [
    'a JPEG that ends half way',
    async () => ({ bytes: await truncatedJpeg(), filename: 'licence.jpg' }),
    422,
    'document_unreadable',
    'The document could not be opened. Take the photo again, or choose another file.',
  ],
  [
    'a PNG that unpacks to more than any photo has',
    async () => ({ bytes: await decompressionBomb(), filename: 'licence.png' }),
    422,
    'document_unreadable',
    'The document could not be opened. Take the photo again, or choose another file.',
  ],
] as const) {
  test(`${name} is not accepted as a document`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const response = await api.submit(headers, {}, await makeDocument());
    assert.equal(response.statusCode, status);
    assert.deepEqual(response.json(), { code, message });
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
  const noise = { width: 320, height: 200, channels: 3, background: 'teal' } as const;
  return sharp({ create: noise }).toFormat(format).toBuffer();
}

async function truncatedJpeg(): Promise<Buffer> {
  const whole = await picture('jpeg');
  return whole.subarray(0, Math.floor(whole.length / 2));
}

/** An image of less than 2 MB that decodes to 144 million pixels. */
function decompressionBomb(): Promise<Buffer> {
  return sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
