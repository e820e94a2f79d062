import { ApiError } from '../api-error.ts';
import { drawAnew, isJpegOrPng } from '../uploads/picture.ts';

/** Width and height of every stored profile image. */
const sidePx = 512;

/**
 * Re-encodes an uploaded image as a square WebP, which every browser supports and which keeps a
 * PNG's transparency. Keeps only the pixels: no EXIF with locations, comments or trailing data.
 *
 * @param upload of at most `maxUpload`; judged by its content, not by name or declared type
 * @throws {ApiError} `image_type_not_allowed` when it is neither JPEG nor PNG; `image_unreadable`
 *   when it is damaged, truncated or far larger than a photo; `unavailable` when too many wait
 */
export async function encodeProfileImage(upload: Buffer, driverId: string): Promise<Buffer> {
  if (!(await isJpegOrPng(upload))) {
    throw new ApiError('image_type_not_allowed', 'Only JPG, JPEG, or PNG files are allowed');
  }
  const unreadable = { code: 'image_unreadable', message: 'The image could not be read.' } as const;
  return drawAnew(driverId, upload, sidePx, unreadable);
}
