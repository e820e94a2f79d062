import { fileTypeFromBuffer } from 'file-type';
import { imageMediaTypes } from 'shared-types/limits';
import sharp, { type Sharp } from 'sharp';

/** What a phone's camera takes; more is an image made to fill the memory. */
const maxPixels = 50_000_000;

/** Whether an upload is a JPEG or a PNG, judged by its content, not by name or declared type. */
export async function isJpegOrPng(upload: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(upload);
  return imageMediaTypes.some((allowed) => allowed === type?.mime);
}

/** Decodes a picture; fails when it is damaged, truncated or far larger than a photo. */
export function decodePicture(upload: Buffer): Sharp {
  return sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' });
}
