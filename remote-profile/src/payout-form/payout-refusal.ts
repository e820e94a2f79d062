import { maxUpload } from '@kargo/shared-types/forms/limits';

const tooLarge = `Max file size is ${maxUpload}`;

/** Why the API refused the document, which it judges by its content. */
export const documentRefusals: Record<string, string> = {
  document_type_not_allowed: 'Allowed formats: JPG, JPEG, PNG',
  document_too_large: tooLarge,
  payload_too_large: tooLarge,
  document_unreadable: "This file can't be opened. Take the photo again, or choose another.",
};

/** Sentences that say what to do when Stripe refuses an entry. */
export const detailsRefusals: Record<string, string> = {
  payout_details_refused:
    'Compare your name, phone number and date of birth with your ID, then send the form again.',
};
