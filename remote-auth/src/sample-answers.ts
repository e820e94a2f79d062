import type { IpResponse } from '@kargo/shared-types/api/session';

/** Sample responses of the API for the smoke test of a release. */
export const sampleAnswers = {
  'GET /ip': { ip: '192.0.2.1' } satisfies IpResponse,
};
