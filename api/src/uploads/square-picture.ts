import sharp, { type Metadata } from 'sharp';

/** @throws when it is damaged, or when its header says that it takes too much memory or time. */
export async function squarePicture(upload: Buffer, side: number): Promise<Buffer> {
  const countOf = (sign: string) => upload.toString('latin1').split(sign).length - 1;
  // The header's reader decompresses all texts of a PNG, each up to 50 MB.
  if (countOf('zTXt') + countOf('iTXt') > 8) throw new Error('So many texts take too much time');
  requireCheap(await sharp(upload).metadata(), side, countOf);
  return sharp(upload, { failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer();
}

/** A progressive picture is held in memory, and each of some ten scans goes through all of it. */
function requireCheap(header: Metadata, side: number, countOf: (sign: string) => number) {
  const { format, width, height, channels, depth } = header;
  const pixels = width * height;
  const bytes = pixels * channels * (depth === 'ushort' ? 2 : 1);
  const isHeld = header.isProgressive;
  // A progressive JPEG needs two bytes per coefficient; subsampled channels have a quarter as many.
  const coefficients = pixels * 2 * (header.chromaSubsampling === '4:2:0' ? 1.5 : channels);
  // A JPEG is read at a half, a quarter or an eighth of its size if its shorter side allows that.
  const shrink = [8, 4, 2].find((factor) => Math.min(width, height) >= factor * side) ?? 1;
  const isCheap =
    format === 'jpeg'
      ? pixels <= 50_000_000 &&
        pixels / shrink ** 2 <= 24_000_000 &&
        (!isHeld ||
          (coefficients <= 40_000_000 && coefficients * countOf('\xff\xda') <= 1_600_000_000))
      : bytes <= (isHeld ? 24_000_000 : 48_000_000);
  if (!isCheap)
    throw new Error(`A ${format} of ${width} × ${height} takes too much memory or time`);
}
