import { imageExtensions, imageMediaTypes, maxUploadBytes } from 'shared-types/limits';

/**
 * Why a file cannot be a profile image (spec section 5), or null when it can. Name and media type
 * both have to be right; browsers guess the type from the name, but not all of them do.
 */
export function imageProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  const extension = name.split('.').at(-1)?.toLowerCase();
  const isImage =
    imageExtensions.some((allowed) => allowed === extension) &&
    imageMediaTypes.some((allowed) => allowed === type.toLowerCase());
  if (!isImage) return 'Only JPG, JPEG, or PNG files are allowed';
  if (size > maxUploadBytes) return 'Image must not be larger than 2MB';
  return null;
}
