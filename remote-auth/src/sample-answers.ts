import type { IpResponse } from 'shared-types/api/session';

/** What the API answers when the screens of a release are tried out before it is published. */
export const sampleAnswers = {
  'GET /ip': { ip: '192.0.2.1' } satisfies IpResponse,
};
