import { codeSentence } from '../notices/code-sentence.ts';

const tooLarge = 'Max file size is 2MB';

const documentRefusals: Record<string, string> = {
  document_type_not_allowed: 'Allowed formats: JPG, JPEG, PNG',
  document_too_large: tooLarge,
  payload_too_large: tooLarge,
  document_unreadable: "This file can't be opened. Take the photo again, or choose another.",
};

const detailsRefusals: Record<string, string> = {
  payout_details_refused:
    'Compare your name, phone number and date of birth with your ID, then send the form again.',
};

/** Why the API refused the document, which it judges by its content; null when it did not. */
export const documentRefusal = (error: unknown) => codeSentence(error, documentRefusals);

/** What to do when Stripe refused what was entered; null when it did not. */
export const detailsRefusal = (error: unknown) => codeSentence(error, detailsRefusals);
