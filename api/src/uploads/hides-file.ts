/**
 * Lists of byte sequences: an archive, video or document of a kind contains all of its list. They have six
 * bytes or more, so that no photo of 2 MB contains them by chance.
 */
const signs = [
  // ZIP: the end of its directory, and a directory entry.
  ['PK\x05\x06', 'PK\x01\x02'],
  ['Rar!\x1a\x07'],
  ['7z\xbc\xaf\x27\x1c'],
  // MP4 and similar formats.
  ['ftyp', 'moov'],
  ['\x1aE\xdf\xa3', 'webm'],
  ['\x1aE\xdf\xa3', 'matroska'],
  ['%PDF-', '%%EOF'],
];

/** Text that makes a browser or a mail program treat a file as a page, in lower case. */
const tags = ['<script', '<iframe', '<html', '<!doctype'];

/**
 * Whether a picture's file contains an archive, a web page, a video or a document: in a comment, in an
 * unknown chunk, or in data that decoders skip.
 */
export function hidesFile(upload: Buffer): boolean {
  const bytes = upload.toString('latin1');
  const text = bytes.toLowerCase();
  return (
    signs.some((all) => all.every((sign) => bytes.includes(sign))) ||
    tags.some((tag) => text.includes(tag))
  );
}
