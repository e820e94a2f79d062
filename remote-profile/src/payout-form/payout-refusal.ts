import { ApiError } from 'shared-runtime/api-client';

/**
 * Why the API would not have the document, which it judges by what is in the file; null when the
 * document was not what was wrong.
 */
export function documentRefusal(error: unknown): string | null {
  switch (codeOf(error)) {
    case 'document_type_not_allowed':
      return 'Allowed formats: JPG, JPEG, PNG';
    case 'document_too_large':
    case 'payload_too_large':
      return 'Max file size is 2MB';
    case 'document_unreadable':
      return "This file can't be opened. Take the photo again, or choose another.";
    default:
      return null;
  }
}

/** What to do when Stripe would not have what was entered; null when that was not what was wrong. */
export function detailsRefusal(error: unknown): string | null {
  return codeOf(error) === 'payout_details_refused'
    ? 'Compare your name, phone number and date of birth with your ID, then send the form again.'
    : null;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);
