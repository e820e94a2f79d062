import { sampleDriver } from 'shared-types/api/sample-driver';

/** What the API answers when the screens of a release are tried out before it is published. */
export const sampleAnswers = { 'GET /verify': sampleDriver };
