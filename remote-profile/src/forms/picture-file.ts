import { hasImageExtension, imageExtensions } from '@kargo/shared-types/forms/limits';

const saveAs = 'Open it, save it as JPG or PNG, and choose that.';
const download = 'If it is kept in the cloud, download it to this device, then choose it again.';

/** Shown for a file that could be read when it was chosen, and no longer can. */
export const changedHint = 'The file has changed. Choose it again.';

const hints = {
  heic: 'It is an iPhone HEIC photo. In Settings, Camera, Formats choose Most Compatible, and take it again.',
  avif: `It is an AVIF picture. ${saveAs}`,
  webp: `It is a WebP picture. ${saveAs}`,
  video: 'It is a video. Choose a photo.',
  pdf: 'It is a PDF. Choose a photo.',
  empty: `It is empty. ${download}`,
  unreadable: `It can't be read. ${download}`,
  changed: changedHint,
};

/** Files that could be read once. */
const known = new WeakSet<Blob>();

async function contentOf(file: File) {
  try {
    const bytes = await file.slice(0, 64).arrayBuffer();
    known.add(file);
    return contentIn(String.fromCharCode(...new Uint8Array(bytes)));
  } catch {
    return known.has(file) ? 'changed' : 'unreadable';
  }
}

function contentIn(start: string) {
  if (start === '') return 'empty';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n')) return 'png';
  if (start.startsWith('%PDF')) return 'pdf';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (!start.startsWith('ftyp', 4)) return 'unknown';
  // The brands of a box tell a picture of a phone from a video.
  const brands = start.slice(8, start.charCodeAt(3));
  if (/avi[fs]/.test(brands)) return 'avif';
  return /hei[cmsx]|hev[cmsx]|mif1|msf1/.test(brands) ? 'heic' : 'video';
}

/** Media types and extensions that some systems give JPEGs and PNGs. */
const vagueTypes = ['', 'application/octet-stream', 'image/jpg', 'image/pjpeg', 'image/x-png'];
const vagueExtensions = ['jfif', 'jpe', 'pjp', 'pjpeg'];

/**
 * Detects a file's type by its content, and returns a hint unless it is a JPEG or PNG. Corrects a
 * vague name or media type of these; the form's rules judge any other.
 */
export async function examine(file: File): Promise<{ file: File; hint?: string }> {
  const content = await contentOf(file);
  // Left to the API.
  if (content === 'unknown') return { file };
  if (content !== 'jpeg' && content !== 'png') return { file, hint: hints[content] };
  const name = nameFor(file, content === 'png' ? 'png' : 'jpg');
  const type = vagueTypes.includes(file.type) ? `image/${content}` : file.type;
  if (name === file.name && type === file.type) return { file };
  const renamed = new File([file], name, { type });
  known.add(renamed);
  return { file: renamed };
}

function nameFor(file: File, extension: string): string {
  if (hasImageExtension(file)) return file.name;
  const parts = file.name.split('.').filter((part) => part !== '');
  const last = parts.at(-1)?.toLowerCase() ?? '';
  if (imageExtensions.some((allowed) => allowed === last)) return parts.join('.');
  if (parts.length === 1) return `${parts[0]}.${extension}`;
  return vagueExtensions.includes(last) ? parts.with(-1, extension).join('.') : file.name;
}
