import { maxUploadBytes } from '@kargo/shared-types/forms/limits';

/** The first attempt's size in pixels: more than any screen shows of a profile image. */
const longestSide = 2048;

/** Between 0 and 1. */
const jpegQuality = 0.9;

/** The browser falsifies what pages draw, so that nobody is recognized by it. */
export class DrawingBlocked extends Error {}

/**
 * Redraws an image as a JPEG of at most `maxUpload`, upright, with white for transparent areas.
 *
 * @throws {DrawingBlocked}
 * @throws when the browser cannot open it
 */
export async function makeSmaller(image: File): Promise<File> {
  // Follows the camera's orientation by default; Chrome 111 rejects the `imageOrientation` option.
  const bitmap = await createImageBitmap(image);
  try {
    requireTrueDrawing();
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

/** Draws pixels of known colours and reads them back. Some browsers add noise that nobody sees. */
function requireTrueDrawing(): void {
  const context = contextOf(16, 1);
  const colourAt = (x: number) => [17 * x, 255 - 17 * x, 51, 255];
  for (let x = 0; x < 16; x += 1) {
    context.fillStyle = `rgb(${colourAt(x).slice(0, 3)})`;
    context.fillRect(x, 0, 1, 1);
  }
  const { data } = context.getImageData(0, 0, 16, 1);
  const isTrue = data.every(
    (value, index) => Math.abs(value - (colourAt(index >> 2)[index % 4] ?? 0)) <= 8,
  );
  if (!isTrue) throw new DrawingBlocked();
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('The browser draws nothing');
  return context;
}

async function drawJpeg(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = contextOf(width, height);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}
