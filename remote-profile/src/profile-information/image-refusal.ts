import { codeSentence } from '../notices/code-sentence.ts';

const sentences: Record<string, string> = {
  image_type_not_allowed: 'Only JPG, JPEG, or PNG files are allowed',
  image_too_large: 'Image must not be larger than 2MB',
  image_unreadable: "This image can't be opened. Choose another one.",
};

/** Why the API refused the image, which it judges by its content; null when it did not. */
export function imageRefusal(error: unknown): string | null {
  return codeSentence(error, sentences);
}
