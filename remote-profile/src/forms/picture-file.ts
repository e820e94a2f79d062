import {
  hasImageExtension,
  imageExtensions,
  imageMediaTypes,
} from '@kargo/shared-types/forms/limits';

const saveAs = 'Open it, save it as JPG or PNG, and choose that.';
const download = 'If it is kept in the cloud, download it to this device, then choose it again.';

/** What is said of a file that is no JPEG or PNG, by what it is. */
const hints = {
  heic: 'It is an iPhone HEIC photo. In Settings, Camera, Formats choose Most Compatible, and take it again.',
  avif: `It is an AVIF picture. ${saveAs}`,
  webp: `It is a WebP picture. ${saveAs}`,
  video: 'It is a video. Choose a photo.',
  pdf: 'It is a PDF. Choose a photo.',
  empty: `It is empty. ${download}`,
  unreadable: `It can't be read. ${download}`,
  changed: 'The file has changed. Choose it again.',
};

/** What a file is, by its first bytes. Nothing is said of `unknown`: the API judges it. */
export type Content = keyof typeof hints | 'jpeg' | 'png' | 'unknown';

/** What to say of such a file; undefined if it is a JPEG or PNG, or may be one. */
export function contentHint(content: Content | undefined): string | undefined {
  return content && content in hints ? hints[content as keyof typeof hints] : undefined;
}

/** Files that could be read once. */
const known = new WeakSet<Blob>();

/** Reads what a file is; `changed` if it could be read before and cannot any more. */
export async function contentOf(file: File): Promise<Content> {
  try {
    const bytes = await file.slice(0, 64).arrayBuffer();
    known.add(file);
    return contentIn(String.fromCharCode(...new Uint8Array(bytes)));
  } catch {
    return known.has(file) ? 'changed' : 'unreadable';
  }
}

function contentIn(start: string): Content {
  if (start === '') return 'empty';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n')) return 'png';
  if (start.startsWith('%PDF')) return 'pdf';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (!start.startsWith('ftyp', 4)) return 'unknown';
  // The brands of a box: the pictures of a phone, or a film.
  const brands = start.slice(8, start.charCodeAt(3));
  if (/avi[fs]/.test(brands)) return 'avif';
  return /hei[cmsx]|hev[cmsx]|mif1|msf1/.test(brands) ? 'heic' : 'video';
}

/** Media types that some systems give to JPEGs and PNGs. */
const vagueTypes = ['', 'application/octet-stream', 'image/jpg', 'image/pjpeg', 'image/x-png'];

/** Extensions that some systems give to JPEGs. */
const otherExtensions = ['jfif', 'jpe', 'pjp', 'pjpeg'];

/**
 * Reads what a chosen file is. A JPEG or PNG whose name or media type does not tell gets those of its content; any
 * other name or type stays, for the rules of the form.
 */
export async function examine(file: File): Promise<{ file: File; content: Content }> {
  const content = await contentOf(file);
  if (content !== 'jpeg' && content !== 'png') return { file, content };
  const name = nameFor(file, content === 'png' ? 'png' : 'jpg');
  const type = vagueTypes.includes(file.type) ? `image/${content}` : file.type;
  if (name === file.name && type === file.type) return { file, content };
  const { lastModified } = file;
  const renamed = new File([file], name, { type, lastModified });
  known.add(renamed);
  return { file: renamed, content };
}

function nameFor(file: File, extension: string): string {
  if (hasImageExtension(file)) return file.name;
  const parts = file.name.split('.').filter((part) => part !== '');
  const last = parts.at(-1)?.toLowerCase() ?? '';
  if (imageExtensions.some((allowed) => allowed === last)) return parts.join('.');
  if (parts.length > 1 && !otherExtensions.includes(last)) return file.name;
  return `${parts.slice(0, parts.length > 1 ? -1 : undefined).join('.')}.${extension}`;
}

/** What file dialogs offer. Phones need the media types, and turn their own formats into these. */
export const accept = [
  ...imageExtensions.map((extension) => `.${extension}`),
  ...imageMediaTypes,
].join();
