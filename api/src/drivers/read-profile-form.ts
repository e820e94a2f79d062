import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ProfileFields } from 'shared-types/driver';
import { ApiError } from '../api-error.ts';
import { checkProfileFields } from './check-profile-fields.ts';

/** What a driver wants to change. The text is checked; the image is at most 2 MB of anything. */
export type ProfileChange = { fields: ProfileFields; image: Buffer | undefined };

/**
 * Reads call 6, a multipart body with `name`, `phone` and optionally `image`, in any order.
 *
 * @throws {ApiError} `validation_failed`, `image_too_large`, `malformed_body`,
 *   `unsupported_media_type`.
 */
export async function readProfileForm(request: FastifyRequest): Promise<ProfileChange> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', 'Send the profile as multipart/form-data.');
  }
  const { texts, image } = await readParts(request).catch(refuseMalformed);
  return { fields: checkProfileFields(texts.get('name'), texts.get('phone')), image };
}

async function readParts(request: FastifyRequest) {
  const texts = new Map<string, string>();
  let image: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      refuseUnless(part.fieldname === 'image', part);
      image = await readFile(part);
    } else {
      refuseUnless(part.fieldname === 'name' || part.fieldname === 'phone', part);
      refuseUnless(!texts.has(part.fieldname) && typeof part.value === 'string', part);
      texts.set(part.fieldname, String(part.value));
    }
  }
  return { texts, image };
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

/** The parser throws plain errors at a missing boundary or a broken part. */
function refuseMalformed(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new ApiError('malformed_body', 'The form could not be read.', { cause: error });
}
