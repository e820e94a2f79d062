import { PNG } from 'pngjs';

/** A PNG in one colour. */
export function picture(size: number, color: [red: number, green: number, blue: number]): Buffer {
  const png = new PNG({ width: size, height: size });
  png.data.fill(Buffer.from([...color, 255]));
  return PNG.sync.write(png);
}

/** A photo of a document, padded to this number of bytes. */
export function identityDocument(bytes?: number): Buffer {
  const photo = picture(64, [0, 128, 128]);
  return Buffer.concat([photo, Buffer.alloc(bytes ? bytes - photo.length : 0)]);
}

export function truncatedJpeg(): Buffer {
  return Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex');
}
