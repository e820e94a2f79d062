import { sampleDriver } from 'shared-types/api/sample-driver';

/** Sample answers of the API for the smoke test of a release. */
export const sampleAnswers = { 'GET /verify': sampleDriver };
