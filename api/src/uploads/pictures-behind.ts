import { startOfSamsungNotes } from './samsung-notes.ts';

/** Maximum number of other versions (brighter, smaller, depth); no known camera stores more. */
const mostPicturesBehind = 4;

/**
 * Returns the JPEGs that follow a picture in its file: phones store brighter or smaller versions of a photo
 * this way. Callers have to decode them, because only their structure is checked here. There may be zeros
 * between them, and Samsung's notes at the end.
 *
 * @param upload a JPEG or a PNG
 * @returns undefined if the file contains anything else, or is truncated
 */
export function picturesBehind(upload: Buffer): Buffer[] | undefined {
  if (upload[0] === 0x89)
    return skipZeros(upload, endOfPng(upload)) === upload.length ? [] : undefined;
  const file = upload.subarray(0, startOfSamsungNotes(upload));
  const behind: Buffer[] = [];
  let at = skipZeros(file, endOfJpeg(file, 0));
  while (at < file.length && behind.length < mostPicturesBehind) {
    const end = endOfJpeg(file, at);
    behind.push(file.subarray(at, end));
    at = skipZeros(file, end);
  }
  return at === file.length ? behind : undefined;
}

function skipZeros(file: Buffer, start: number): number {
  let at = start;
  while (file[at] === 0) at += 1;
  return at;
}

/** Finds the end of a PNG. Chunks have a length, a type and a checksum; the last is IEND. NaN if missing. */
function endOfPng(file: Buffer): number {
  let at = 8;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return Number.NaN;
}

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * Finds the end of a JPEG. Segments follow each other without a gap, each beginning with 0xFF and a marker.
 * Only after the header of a scan is there data without a length. NaN if there is anything else.
 */
function endOfJpeg(file: Buffer, start: number): number {
  if (file[start] !== 0xff || file[start + 1] !== startOfImage) return Number.NaN;
  let at = start + 2;
  while (at + 2 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (marker === endOfImage) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || at + 4 > file.length) return Number.NaN;
    else {
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === startOfScan) at = endOfScan(file, at);
    }
  }
  return Number.NaN;
}

/** Finds the end of a scan's data. In it, 0xFF begins an escaped byte or a restart marker; others end it. */
function endOfScan(file: Buffer, start: number): number {
  let at = file.indexOf(0xff, start);
  while (at >= 0) {
    const marker = file[at + 1] ?? 0;
    const isInData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (!isInData) return at;
    at = file.indexOf(0xff, at + 2);
  }
  return Number.NaN;
}
