/**
 * Finds the end of a picture, after which cameras append films, other versions and notes.
 *
 * @param file a JPEG or a PNG
 * @returns its length in bytes, or undefined if its end is missing
 */
export function endOfPicture(file: Buffer): number | undefined {
  const end = file[0] === 0x89 ? endOfPng(file) : endOfJpeg(file);
  return end <= file.length ? end : undefined;
}

/** A PNG's chunks have a length, a type and a checksum; the last is IEND. NaN if it is missing. */
function endOfPng(file: Buffer): number {
  let at = 8;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return Number.NaN;
}

/**
 * 0xFF and a marker begin each segment. Its length covers thumbnails and indexes with ends of their
 * own. As in a decoder, all other bytes are a scan's data or are skipped. NaN if there is no end.
 */
function endOfJpeg(file: Buffer): number {
  let at = file.indexOf(0xff, 2);
  while (at >= 0 && at + 2 <= file.length) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    // An escaped byte of a scan's data, the marker TEM, or a restart marker.
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker < 0xc0 || at + 4 > file.length) break;
    else at += 2 + file.readUInt16BE(at + 2);
    at = file.indexOf(0xff, at);
  }
  return Number.NaN;
}
