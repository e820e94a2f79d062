import sharp from 'sharp';
import type { FormField } from './multipart-form.ts';

/** Returns a picture, with this size in bytes if given. */
export async function samplePicture(
  format: 'png' | 'jpeg' | 'gif' = 'png',
  size?: number,
): Promise<Buffer> {
  const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: 'teal' } });
  const bytes = await picture.toFormat(format).toBuffer();
  // Zeros after the end of a picture make the file larger, but are not part of the picture.
  return size ? Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]) : bytes;
}

/** The filled-in payout form. `undefined` leaves a field out; null, the document. */
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
