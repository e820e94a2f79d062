import { hasImageExtension } from 'shared-types/limits';
import { ApiError } from '../api-error.ts';
import { decodePicture, isJpegOrPng } from '../uploads/picture.ts';
import type { UploadedFile } from '../uploads/read-upload-form.ts';

/**
 * The rules for the identity document (spec section 5), and that it is what its name says: a JPEG or
 * PNG that can be decoded to its end. It is not encoded anew: Stripe wants the original.
 *
 * @throws {ApiError} `validation_failed`, `document_type_not_allowed`, `document_too_large` or
 *   `document_unreadable`.
 */
export async function checkIdentityDocument(file: UploadedFile | undefined): Promise<Buffer> {
  if (!file) throw new ApiError('validation_failed', 'Document is required');
  if (!hasImageExtension(file)) throw notAllowed();
  if (file.isTooLarge) throw new ApiError('document_too_large', 'Max file size is 2MB');
  if (!(await isJpegOrPng(file.bytes))) throw notAllowed();
  try {
    // The result is not used: making it small reads the whole picture and takes little memory.
    await decodePicture(file.bytes).resize(16, 16).raw().toBuffer();
  } catch (error) {
    throw new ApiError(
      'document_unreadable',
      'The document could not be opened. Take the photo again, or choose another file.',
      { cause: error },
    );
  }
  return file.bytes;
}

const notAllowed = () =>
  new ApiError('document_type_not_allowed', 'Allowed formats: JPG, JPEG, PNG');
