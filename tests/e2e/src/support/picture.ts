import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one colour. */
export function picture(size: number, [red, green, blue]: [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: size }, () => [red, green, blue]).flat()]);
  const pixels = Buffer.concat(Array.from({ length: size }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A photo of a document, with padding at its end up to the given number of bytes. */
export function identityDocument(bytes?: number): Buffer {
  const photo = picture(64, [0, 128, 128]);
  return Buffer.concat([photo, Buffer.alloc(bytes ? bytes - photo.length : 0)]);
}

/** A JPEG that is cut off. */
export function truncatedJpeg(): Buffer {
  return Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
