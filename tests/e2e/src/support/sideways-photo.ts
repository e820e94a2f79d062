import type { Page } from '@playwright/test';

/**
 * Returns a JPEG of more than 2 MB from a turned camera: upright, it is higher than wide, red above
 * and blue below. Any page can draw it.
 */
export async function sidewaysPhoto(page: Page): Promise<Buffer> {
  const address = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2000, 1500);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    const picture = context.createImageData(canvas.width, canvas.height);
    const { data } = picture;
    // Noise does not compress.
    for (let at = 0; at < data.length; at += 4) {
      const isLeft = (at / 4) % canvas.width < canvas.width / 2;
      data[at + (isLeft ? 0 : 2)] = 255;
      data[at + 1] = Math.random() * 100;
      data[at + 3] = 255;
    }
    context.putImageData(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsDataURL(blob);
    });
  });
  const jpeg = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), turnedRight, jpeg.subarray(2)]);
}

/** An Exif segment with one entry: orientation 6, which turns the picture 90° to the right. */
const turnedRight = Buffer.from(
  'ffe1 0022 457869660000 4d4d002a00000008 0001 011200030000000100060000 00000000'.replaceAll(
    ' ',
    '',
  ),
  'hex',
);
