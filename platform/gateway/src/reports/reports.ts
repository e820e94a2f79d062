import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import rateLimit from '@fastify/rate-limit';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import { cleanMessage } from '@kargo/shared-types/releases/clean-message';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import {
  failureKinds,
  type ProblemReport,
  problemKinds,
  Report,
} from '@kargo/shared-types/releases/reports';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import { countReport, type GatewayMetrics } from '../gateway-metrics.ts';
import { addressOf } from '../limit-concurrency.ts';
import { reports as limits } from '../limits.ts';
import { boundedBody } from '../proxy/bounded-body.ts';
import { isRefusal, refuse } from '../refuse.ts';
import type { CurrentReleases } from '../releases/current-releases.ts';
import type { EndedCanaries } from '../releases/ended-canaries.ts';
import { versionsRun } from '../releases/published.ts';
import type { ReportCounts } from './report-counts.ts';

/** A gateway, and what pages have told it. */
export interface Heard {
  env: Env;
  store: ReadableStore;
  currentReleases: CurrentReleases;
  counts: ReportCounts;
  ended: EndedCanaries;
  metrics: GatewayMetrics;
}

/**
 * Accepts what pages report. Anybody can forge a report, so it can end a canary and change nothing else, and names
 * that the log does not have take no memory.
 */
export async function reports(
  app: FastifyInstance,
  { env, currentReleases, counts, ended, metrics }: Heard,
): Promise<void> {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    return isRefusal(statusCode) ? refuse(reply, statusCode) : reply.send(error);
  });
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    (_request: FastifyRequest, body: IncomingMessage) => text(boundedBody(body, limits.body)),
  );
  await app.register(rateLimit, { ...limits.perAddress, keyGenerator: addressOf });

  app.post(reportsPath, async (request, reply) => {
    const report = isFromElsewhere(request, env.SITE_URL) ? undefined : readReport(request.body);
    if (!report) return refuse(reply, 400);
    const published = await currentReleases.current();
    const versions = published ? versionsRun(published, report.app) : [];
    if (!published || !versions.includes(report.version)) return reply.code(204).send();
    counts.add(report);
    countReport(report, published, metrics);
    if (report.kind === 'view' || report.kind === 'vitals') return reply.code(204).send();
    const lines = counts.count(Object.values(problemKinds), report.app, report.version, 1);
    if (lines <= limits.linesPerMinute) request.log.warn(cleaned(report), 'reported by a page');
    if (failureKinds.includes(report.kind))
      void ended.endIfFailing(report.app, report.version, published.state);
    return reply.code(204).send();
  });
}

/** Browsers say where a request comes from, at least by `Origin`. */
function isFromElsewhere({ headers, host }: FastifyRequest, siteUrl: string): boolean {
  const { origin = siteUrl, 'sec-fetch-site': from = 'same-origin' } = headers;
  const hosts = [host, new URL(siteUrl).host];
  return from !== 'same-origin' || !hosts.includes(URL.parse(origin)?.host ?? '');
}

function readReport(body: unknown): Report | undefined {
  try {
    return parseJson(Report, String(body), 'The report');
  } catch {} // It is none.
}

/** Leaves only what the schema names, and nothing of a person in it. */
const cleaned = ({ kind, app, version, screen = '', message = '' }: ProblemReport) => ({
  kind,
  app,
  version,
  screen: /^[a-z][a-z0-9-]*\/\w+$/.test(screen) ? cleanMessage(screen) : undefined,
  message: cleanMessage(message),
});
