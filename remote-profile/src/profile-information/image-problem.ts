import {
  hasImageExtension,
  imageMediaTypes,
  maxUploadBytes,
} from '@kargo/shared-types/forms/limits';

const notAllowed = 'Only JPG, JPEG, or PNG files are allowed';
const tooLarge = 'Image must not be larger than 2MB';

/**
 * Why a file cannot be a profile image (spec section 5), or null when it can. Name and media type
 * both have to be right; most browsers guess the type from the name, but not all.
 */
export function imageProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const hasImageType = imageMediaTypes.some((allowed) => allowed === file.type.toLowerCase());
  if (!hasImageExtension(file) || !hasImageType) return notAllowed;
  return file.size > maxUploadBytes ? tooLarge : null;
}

/** By the API's code for it: it judges the image by its content. */
export const imageRefusals: Record<string, string> = {
  image_type_not_allowed: notAllowed,
  image_too_large: tooLarge,
  image_unreadable: "This image can't be opened. Choose another one.",
};
