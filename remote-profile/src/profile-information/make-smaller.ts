import { maxUploadBytes } from '@kargo/shared-types/forms/limits';

/** The longest side of the first attempt, in pixels; more than any screen shows of a profile image. */
const longestSide = 2048;

/** Between 0 and 1. */
const jpegQuality = 0.9;

/**
 * Redraws an image as a JPEG of at most 2 MB, upright even if the camera was not. Transparent areas become
 * white.
 *
 * @throws when the browser cannot open it
 */
export async function makeSmaller(image: File): Promise<File> {
  // Turned as the camera says, without being asked; Chrome 111 rejects the `imageOrientation` option.
  const bitmap = await createImageBitmap(image);
  try {
    let side = Math.min(longestSide, Math.max(bitmap.width, bitmap.height));
    let jpeg = await drawJpeg(bitmap, side);
    while (jpeg.size > maxUploadBytes) {
      side = Math.ceil(side * 0.75);
      jpeg = await drawJpeg(bitmap, side);
    }
    return new File([jpeg], image.name.replace(/\.[^.]*$/, '.jpg'), { type: jpeg.type });
  } finally {
    bitmap.close();
  }
}

async function drawJpeg(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws nothing');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}
