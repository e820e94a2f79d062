import {
  hasImageExtension,
  imageMediaTypes,
  maxUpload,
  maxUploadBytes,
} from '@kargo/shared-types/forms/limits';

/** By the API's code. The API judges an image by its content. */
export const imageRefusals = {
  image_type_not_allowed: 'Only JPG, JPEG, or PNG files are allowed',
  image_too_large: `Image must not be larger than ${maxUpload}`,
  image_unreadable: "This image can't be opened. Choose another one.",
};

/**
 * Why a file cannot be a profile image (spec section 5), or null when it can. Name and media type
 * both have to be right; most browsers guess the type from the name, but not all.
 */
export function imageProblem(file: Pick<File, 'name' | 'type' | 'size'>) {
  const hasImageType = imageMediaTypes.some((allowed) => allowed === file.type.toLowerCase());
  if (!hasImageExtension(file) || !hasImageType) return 'image_type_not_allowed';
  return file.size > maxUploadBytes ? 'image_too_large' : null;
}
