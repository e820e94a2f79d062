import { hasImageExtension } from 'shared-types/forms/limits';
import { ApiError } from '../api-error.ts';
import { hidesFile } from '../uploads/hides-file.ts';
import { drawAnew, isJpegOrPng } from '../uploads/picture.ts';
import { picturesBehind } from '../uploads/pictures-behind.ts';
import type { UploadedFile } from '../uploads/read-upload-form.ts';

/**
 * The rules for the identity document (spec section 5), and that it is what its name says: a JPEG or
 * PNG that can be decoded to its end, with nothing behind it but other versions of the photo, which are
 * decoded too. It is not encoded anew: Stripe wants the original.
 *
 * @throws {ApiError} `validation_failed`, `document_type_not_allowed`, `document_too_large` or
 *   `document_unreadable`; `unavailable` when too many others are being looked at.
 */
export async function checkIdentityDocument(file: UploadedFile | undefined): Promise<Buffer> {
  if (!file) throw new ApiError('validation_failed', 'Document is required');
  if (!hasImageExtension(file)) throw notAllowed();
  if (file.isTooLarge) throw new ApiError('document_too_large', 'Max file size is 2MB');
  if (!(await isJpegOrPng(file.bytes))) throw notAllowed();
  // The results are not used: drawing a picture reads the whole of it.
  await drawAnew(file.bytes, 16, {
    code: 'document_unreadable',
    message: 'The document could not be opened. Take the photo again, or choose another file.',
  });
  const behind = picturesBehind(file.bytes);
  if (!behind || hidesFile(file.bytes)) throw new ApiError(holdsMore.code, holdsMore.message);
  for (const picture of behind) await drawAnew(picture, 16, holdsMore, 'warning');
  return file.bytes;
}

const notAllowed = () =>
  new ApiError('document_type_not_allowed', 'Allowed formats: JPG, JPEG, PNG');

const holdsMore = {
  code: 'document_unreadable',
  message:
    'The file holds more than a photo, such as a short video. Turn off motion or live photo in your camera and take it again, or choose another file.',
} as const;
