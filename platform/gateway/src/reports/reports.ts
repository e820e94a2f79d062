import { setImmediate } from 'node:timers/promises';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { cleanMessage } from '@kargo/shared-types/releases/clean-message';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import {
  failureKinds,
  type ProblemReport,
  Report,
  reportBytes,
} from '@kargo/shared-types/releases/reports';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Compile } from 'typebox/compile';
import type { Env } from '../env.ts';
import { countVitals, type GatewayMetrics } from '../gateway-metrics.ts';
import { reports as limits } from '../limits.ts';
import type { CurrentReleases } from '../releases/site/current-releases.ts';
import { versionsRun } from '../releases/site/published.ts';
import { clientAddress } from '../transport/limit-concurrency.ts';
import { isRefusal, refuse } from '../transport/refuse.ts';

/** The parts of a gateway that reports and operators use. */
export interface GatewayParts {
  env: Env;
  store: ReadableStore;
  currentReleases: CurrentReleases;
  metrics: GatewayMetrics;
}

const schema = Compile(Report);

/**
 * Accepts reports from pages. Anybody can forge them, so they can only end or keep a canary. Names
 * that the log lacks take no memory, and refused reports are not read.
 */
export async function reports(
  app: FastifyInstance,
  { env, currentReleases, metrics }: GatewayParts,
): Promise<void> {
  let turn: Promise<unknown> = Promise.resolve();
  const hasRoomFor = perMinute(limits.perAddress);
  const isLogged = perMinute(limits.linesPerRelease);
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    return isRefusal(statusCode) ? refuse(reply, statusCode) : reply.send(error);
  });
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: reportBytes },
    (_request, body, done) => done(null, body),
  );
  // Handles one report per turn of the event loop, so that pages overtake them.
  app.addHook('onRequest', () => (turn = turn.then(() => setImmediate())));
  app.addHook('onRequest', (request, reply, next) => {
    if (!hasRoomFor(clientAddress(request))) refuse(reply, 429);
    else if (Number(request.headers['content-length']) > reportBytes) refuse(reply, 413);
    else if (isFromElsewhere(request, env.SITE_URL)) refuse(reply, 400);
    else {
      // Beacons wait for no response, so a slow one gets none.
      const timer = setTimeout(() => request.raw.destroy(), limits.milliseconds);
      reply.raw.once('close', () => clearTimeout(timer));
      next();
    }
  });

  app.post(reportsPath, async (request, reply) => {
    const report = readReport(request.body);
    if (!report) return refuse(reply, 400);
    const { app, version } = report;
    const published = await currentReleases.current();
    if (!versionsRun(published, app).includes(version)) return reply.code(204).send();
    metrics.counts.add(report, clientAddress(request));
    if (report.kind === 'view') metrics.views.inc({ app, version });
    else if (report.kind === 'vitals') countVitals(report, published, metrics);
    else {
      metrics.reports.inc({ app, version, kind: report.kind });
      if (isLogged(`${app} ${version}`)) request.log.warn(cleaned(report), 'reported by a page');
      if (failureKinds.includes(report.kind))
        void currentReleases.ended.endIfFailing(app, version, published.state);
    }
    return reply.code(204).send();
  });
}

/** Returns a function that says whether a key has come at most this often within a minute. */
function perMinute(most: number): (key: string) => boolean {
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    if (count <= most) counts.set(key, count);
    return count <= most;
  };
}

/** Whether another site sent a report. Browsers name the sending site, at least by `Origin`. */
function isFromElsewhere({ headers, host }: FastifyRequest, siteUrl: string): boolean {
  const { origin = siteUrl, 'sec-fetch-site': from = 'same-origin' } = headers;
  const hosts = [host, new URL(siteUrl).host];
  return from !== 'same-origin' || !hosts.includes(URL.parse(origin)?.host ?? '');
}

function readReport(body: unknown): Report | undefined {
  try {
    const report: unknown = JSON.parse(`${body}`);
    return schema.Check(report) ? report : undefined;
  } catch {} // It is not JSON.
}

/** Returns only the fields that the schema names, without anything personal. */
const cleaned = ({ kind, app, version, screen = '', message = '' }: ProblemReport) => ({
  kind,
  app,
  version,
  screen: /^[a-z][a-z0-9-]*\/\w+$/.test(screen) ? cleanMessage(screen) : undefined,
  message: cleanMessage(message),
});
