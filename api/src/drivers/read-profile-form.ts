import type { ProfileFields } from '@kargo/shared-types/api/driver';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { checkForm } from '../check-form.ts';
import { readUploadForm } from '../uploads/read-upload-form.ts';

/**
 * Reads call 6, a multipart body with `name`, `phone` and optionally `image`, in any order.
 *
 * @returns the checked texts, and the unchecked image of at most 2 MB
 * @throws {ApiError} `validation_failed`, `image_too_large`, `malformed_body`,
 *   `unsupported_media_type`.
 */
export async function readProfileForm(request: FastifyRequest) {
  // Those of the schema, so that releases are compared with what is read here.
  const form = { texts: ['name', 'phone'], file: 'image' } as const;
  const { texts, file } = await readUploadForm<keyof ProfileFields>(request, form);
  if (file?.isTooLarge) {
    throw new ApiError('image_too_large', 'Image must not be larger than 2MB');
  }
  return { fields: checkForm(profileSchema, texts), image: file?.bytes };
}
