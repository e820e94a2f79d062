import { startOfSamsungNotes } from './samsung-notes.ts';

/**
 * Whether a JPEG or PNG ends where its file ends. More JPEGs and zeros may follow a JPEG: phones store
 * brighter or smaller versions of a photo this way. Samsung's end with notes.
 */
export function holdsOnlyPicture(upload: Buffer): boolean {
  const isPng = upload[0] === 0x89;
  const file = isPng ? upload : upload.subarray(0, startOfSamsungNotes(upload));
  let end = isPng ? endOfPng(file) : endOfJpeg(file, 0);
  const skipZeros = () => {
    while (file[end] === 0) end += 1;
  };
  skipZeros();
  while (!isPng && file.indexOf(startOfJpeg, end) === end) {
    end = endOfJpeg(file, end);
    skipZeros();
  }
  return end === file.length;
}

const startOfJpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** Chunks have a length, a type and a checksum; the last is IEND. */
function endOfPng(file: Buffer): number {
  let at = 8;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return Number.NaN;
}

/** Segments begin with 0xFF and a marker; in the data of a scan 0xFF means another byte or a restart. */
function endOfJpeg(file: Buffer, start: number): number {
  let at = file.indexOf(0xff, start + 2);
  while (at >= 0) {
    const [marker = 0, high = 0, low = 0] = file.subarray(at + 1, at + 4);
    if (marker === 0xd9) return at + 2;
    const isInData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    const length = isInData ? 2 : marker === 0xff ? 1 : 2 + high * 256 + low;
    at = file.indexOf(0xff, at + length);
  }
  return Number.NaN;
}
