import type { RequestName } from './measure-requests.ts';

/** What each request is compared with, and the least that this may be of its cost. */
export const requests: Record<RequestName, { title: string; bare: string; least: number }> = {
  verify: {
    title: '`/verify`, asked at the API',
    bare: 'Fastify and pg with the same statement and log lines',
    least: 0.7,
  },
  proxied: {
    title: '`/verify`, asked at the gateway; its time and the API’s',
    bare: 'asked at the API',
    least: 0.6,
  },
  page: { title: '`/` of the gateway', bare: 'the same bytes, sent with node:http', least: 0.6 },
  file: {
    title: 'the shell’s first script of the gateway',
    bare: 'the same bytes, sent with node:http',
    least: 0.9,
  },
};
