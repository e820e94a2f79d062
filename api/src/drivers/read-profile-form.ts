import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ProfileFields } from 'shared-types/driver';
import { ApiError } from '../api-error.ts';
import { checkProfileFields } from './check-profile-fields.ts';

/** A checked profile form. `image` is as uploaded: at most 2 MB of anything. */
export type ProfileForm = { fields: ProfileFields; image: Buffer | undefined };

/**
 * Reads call 6, a multipart body with `name`, `phone` and optionally `image`, in any order.
 *
 * @throws {ApiError} `validation_failed`, `image_too_large`, `unsupported_media_type`.
 */
export async function readProfileForm(request: FastifyRequest): Promise<ProfileForm> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', 'Send the profile as multipart/form-data.');
  }
  const fields = new Map<string, string>();
  let image: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      refuseUnless(part.fieldname === 'image', part);
      image = await readFile(part);
    } else {
      refuseUnless(part.fieldname === 'name' || part.fieldname === 'phone', part);
      refuseUnless(!fields.has(part.fieldname) && typeof part.value === 'string', part);
      fields.set(part.fieldname, String(part.value));
    }
  }
  return { fields: checkProfileFields(fields.get('name'), fields.get('phone')), image };
}

function refuseUnless(isExpected: boolean, part: Multipart) {
  if (isExpected) return;
  throw new ApiError('validation_failed', `The field "${part.fieldname}" is not expected here.`);
}

/** Stops at the limit while the file streams in; a form sent without a picked file has none. */
async function readFile(part: MultipartFile): Promise<Buffer | undefined> {
  const bytes = await part.toBuffer();
  if (part.file.truncated) {
    throw new ApiError('image_too_large', 'Image must not be larger than 2MB');
  }
  return bytes.length === 0 && !part.filename ? undefined : bytes;
}
