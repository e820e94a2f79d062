import { hasImageExtension, imageMediaTypes, maxUploadBytes } from 'shared-types/limits';

/**
 * Why a file cannot be a profile image (spec section 5), or null when it can. Name and media type
 * both have to be right; most browsers guess the type from the name, but not all.
 */
export function imageProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const hasImageType = imageMediaTypes.some((allowed) => allowed === file.type.toLowerCase());
  if (!hasImageExtension(file) || !hasImageType) return 'Only JPG, JPEG, or PNG files are allowed';
  if (file.size > maxUploadBytes) return 'Image must not be larger than 2MB';
  return null;
}
