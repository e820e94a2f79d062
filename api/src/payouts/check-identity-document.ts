import { hasImageExtension } from '@kargo/shared-types/forms/limits';
import { documentSentences } from '@kargo/shared-types/forms/payout-form';
import { ApiError } from '../api-error.ts';
import { endOfPicture } from '../uploads/end-of-picture.ts';
import { drawAnew, isJpegOrPng } from '../uploads/picture.ts';
import type { UploadedFile } from '../uploads/read-upload-form.ts';

/**
 * Checks the rules for the identity document (spec section 5). It must be a JPEG or PNG that can be
 * decoded completely. It is not re-encoded, because Stripe wants the original.
 *
 * @returns the picture without anything after its end, such as the film of a motion photo
 * @throws {ApiError} `validation_failed`, `document_type_not_allowed` or `document_unreadable`;
 *   `unavailable` when too many pictures are waiting.
 */
export async function checkIdentityDocument(file: UploadedFile | undefined, driverId: string) {
  if (!file) throw new ApiError('validation_failed', documentSentences.missing);
  if (!hasImageExtension(file)) throw notAllowed();
  if (!(await isJpegOrPng(file.bytes))) throw notAllowed();
  const end = endOfPicture(file.bytes);
  if (end === undefined) throw new ApiError(unreadable.code, unreadable.message);
  const picture = file.bytes.subarray(0, end);
  // The result is not used. Re-encoding a picture checks that all of it can be decoded.
  await drawAnew(driverId, picture, 16, unreadable);
  return picture;
}

const notAllowed = () => new ApiError('document_type_not_allowed', documentSentences.format);

const unreadable = {
  code: 'document_unreadable',
  message: 'The document could not be opened. Take the photo again, or choose another file.',
} as const;
