import { hasImageExtension } from 'shared-types/limits';
import { ApiError } from '../api-error.ts';
import { holdsOnlyPicture } from '../uploads/holds-only-picture.ts';
import { drawAnew, isJpegOrPng } from '../uploads/picture.ts';
import type { UploadedFile } from '../uploads/read-upload-form.ts';

/**
 * The rules for the identity document (spec section 5), and that it is what its name says: a JPEG or
 * PNG that can be decoded to its end, with nothing behind it. It is not encoded anew: Stripe wants the original.
 *
 * @throws {ApiError} `validation_failed`, `document_type_not_allowed`, `document_too_large` or
 *   `document_unreadable`; `unavailable` when too many others are being looked at.
 */
export async function checkIdentityDocument(file: UploadedFile | undefined): Promise<Buffer> {
  if (!file) throw new ApiError('validation_failed', 'Document is required');
  if (!hasImageExtension(file)) throw notAllowed();
  if (file.isTooLarge) throw new ApiError('document_too_large', 'Max file size is 2MB');
  if (!(await isJpegOrPng(file.bytes))) throw notAllowed();
  // The result is not used: drawing it reads the whole picture.
  await drawAnew(file.bytes, 16, {
    code: 'document_unreadable',
    message: 'The document could not be opened. Take the photo again, or choose another file.',
  });
  if (!holdsOnlyPicture(file.bytes)) {
    throw new ApiError(
      'document_unreadable',
      'The file holds more than a photo, such as a short video. Turn off motion or live photo in your camera and take it again, or choose another file.',
    );
  }
  return file.bytes;
}

const notAllowed = () =>
  new ApiError('document_type_not_allowed', 'Allowed formats: JPG, JPEG, PNG');
