import { hasImageExtension } from '@kargo/shared-types/forms/limits';
import { documentSentences } from '@kargo/shared-types/forms/payout-form';
import { ApiError } from '../api-error.ts';
import { hidesFile } from '../uploads/hides-file.ts';
import { drawAnew, isJpegOrPng } from '../uploads/picture.ts';
import { picturesBehind } from '../uploads/pictures-behind.ts';
import type { UploadedFile } from '../uploads/read-upload-form.ts';

/**
 * Checks the rules for the identity document (spec section 5). It has to be a JPEG or PNG that can be
 * decoded completely. Only other versions of the photo may follow it, which are decoded too. It is not
 * re-encoded, because Stripe wants the original.
 *
 * @throws {ApiError} `validation_failed`, `document_type_not_allowed`, `document_too_large` or
 *   `document_unreadable`; `unavailable` when too many pictures are waiting.
 */
export async function checkIdentityDocument(
  file: UploadedFile | undefined,
  driverId: string,
): Promise<Buffer> {
  if (!file) throw new ApiError('validation_failed', documentSentences.missing);
  if (!hasImageExtension(file)) throw notAllowed();
  if (file.isTooLarge) throw new ApiError('document_too_large', documentSentences.size);
  if (!(await isJpegOrPng(file.bytes))) throw notAllowed();
  // The results are not used. Re-encoding a picture checks that all of it can be decoded.
  await drawAnew(driverId, file.bytes, 16, {
    code: 'document_unreadable',
    message: 'The document could not be opened. Take the photo again, or choose another file.',
  });
  const behind = picturesBehind(file.bytes);
  if (!behind || hidesFile(file.bytes)) throw new ApiError(holdsMore.code, holdsMore.message);
  for (const picture of behind) await drawAnew(driverId, picture, 16, holdsMore, 'warning');
  return file.bytes;
}

const notAllowed = () => new ApiError('document_type_not_allowed', documentSentences.format);

const holdsMore = {
  code: 'document_unreadable',
  message:
    'The file holds more than a photo, such as a short video. Turn off motion or live photo in your camera and take it again, or choose another file.',
} as const;
