import type { Target } from '../targets.ts';
import type { RequestCost, RequestName } from './measure-requests.ts';

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

/** Compares the ratios of one run with their targets. */
export function requestTargets(costs: readonly RequestCost[]): Target[] {
  return costs.map(({ name, ms, bareMs }) => ({
    title: `processor time: ${requests[name].title}`,
    limit: `≥ ${requests[name].least.toFixed(2)}`,
    measured: (bareMs / ms).toFixed(2),
    isReached: bareMs / ms >= requests[name].least,
  }));
}
