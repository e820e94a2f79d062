import { ApiError } from 'shared-runtime/api-client';

/**
 * Why the API would not have the image, which it judges by what is in the file; null when the image
 * was not what was wrong.
 */
export function imageRefusal(error: unknown): string | null {
  switch (error instanceof ApiError ? error.code : null) {
    case 'image_type_not_allowed':
      return 'Only JPG, JPEG, or PNG files are allowed';
    case 'image_too_large':
      return 'Image must not be larger than 2MB';
    case 'image_unreadable':
      return "This image can't be opened. Choose another one.";
    default:
      return null;
  }
}
