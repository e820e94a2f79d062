import { defineRemote } from '@kargo/build/define-remote';
import type { IpResponse } from '@kargo/shared-types/api/session';

/** Sample responses of the API for the smoke test of a release. */
const samples = { 'GET /ip': { ip: '192.0.2.1' } satisfies IpResponse };

export default defineRemote(import.meta.dirname, { samples });
