/**
 * What archives, films and documents cannot do without, all of a list. That is six bytes or more,
 * which no photo of 2 MB has by chance.
 */
const signs = [
  // ZIP: the end of its directory, and an entry of it.
  ['PK\x05\x06', 'PK\x01\x02'],
  ['Rar!\x1a\x07'],
  ['7z\xbc\xaf\x27\x1c'],
  // MP4 and its relatives.
  ['ftyp', 'moov'],
  ['\x1aE\xdf\xa3', 'webm'],
  ['\x1aE\xdf\xa3', 'matroska'],
  ['%PDF-', '%%EOF'],
];

/** What makes a browser or a mail program take text for a page, in small letters. */
const tags = ['<script', '<iframe', '<html', '<!doctype'];

/**
 * Whether an archive, a web page, a film or a document is anywhere in a picture's file: in a comment,
 * in a chunk that nobody reads, or among data that a decoder passes over.
 */
export function hidesFile(upload: Buffer): boolean {
  const bytes = upload.toString('latin1');
  const text = bytes.toLowerCase();
  return (
    signs.some((all) => all.every((sign) => bytes.includes(sign))) ||
    tags.some((tag) => text.includes(tag))
  );
}
