import sharp from 'sharp';
import type { FormField } from './multipart-form.ts';

/** A picture as a driver photographs a document, with as many bytes as given. */
export async function pictureOfDocument(format: 'png' | 'jpeg', size?: number): Promise<Buffer> {
  const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: 'teal' } });
  const bytes = await picture.toFormat(format).toBuffer();
  // Zeros behind the end of a picture are no part of it, but of the file.
  return size ? Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]) : bytes;
}

/** The fields of the payout form, filled in; `undefined` leaves one out, and null the document. */
export function payoutFields(
  document: FormField | null,
  changes: Record<string, string | undefined> = {},
): [string, FormField][] {
  const fields: Record<string, FormField | undefined> = {
    first_name: 'Ada',
    last_name: 'Field',
    phone: '+1 2025550123',
    day: '5',
    month: '3',
    year: '1990',
    ...changes,
    docs: document ?? undefined,
  };
  return Object.entries(fields).filter(
    (entry): entry is [string, FormField] => entry[1] !== undefined,
  );
}
