import { imageExtensions, maxUploadBytes } from 'shared-types/limits';

/** Whether a file is named like an image that we take, in small or capital letters. */
export function hasImageExtension({ name }: Pick<File, 'name'>): boolean {
  const extension = name.split('.').at(-1)?.toLowerCase();
  return imageExtensions.some((allowed) => allowed === extension);
}

/** Whether a file is small enough to be uploaded. */
export function isWithinUploadLimit({ size }: Pick<File, 'size'>): boolean {
  return size <= maxUploadBytes;
}
