import { TimeoutStrategy, timeout } from 'cockatiel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectedDatabase } from '../database/connect.ts';

/** Limits how long a scrape waits for the database. */
const aSecond = timeout(1000, TimeoutStrategy.Aggressive);

const webhookOutcomes = ['handled', 'ignored', 'refused', 'failed'] as const;

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one API (docs/operations.md). The operators' port adds those of the process. */
export function createMetrics(db: ConnectedDatabase) {
  const registry = new Registry();
  const registers = [registry];

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond, without that of an upload to arrive, by the pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });

  /** @param collect sets the values on each scrape */
  function gauge(name: string, help: string, labelNames: string[], collect = async () => {}) {
    return new Gauge({ name, help, labelNames, registers, collect });
  }
  const breakers = gauge('kargo_breaker_open', 'Whether calls are refused.', ['dependency']);
  const connections = gauge('kargo_database_connections', 'The pool.', ['state'], async () => {
    const { totalCount, idleCount, waitingCount } = db.pool();
    connections.set({ state: 'active' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'waiting' }, waitingCount);
  });
  const limit = gauge('kargo_database_connections_limit', 'Most of the pool.', []);
  limit.set(db.pool().options.max);
  const mails = gauge('kargo_mails_waiting', 'Payout mails not sent yet.', [], async () => {
    const query = db.selectFrom('payout_mails').select(({ fn }) => fn.countAll().as('count'));
    const counted = aSecond.execute(() => query.executeTakeFirstOrThrow());
    const waiting = await counted.catch(() => null);
    if (waiting) mails.set(Number(waiting.count));
    else mails.remove();
  });

  /** Starts at zero for each outcome, so that Prometheus sees the first one as an increase. */
  function outcomes<T extends string>(name: string, help: string, each: readonly T[]) {
    const counter = new Counter({ name, help, labelNames: ['outcome'], registers });
    for (const outcome of each) counter.inc({ outcome }, 0);
    return (outcome: T) => counter.inc({ outcome });
  }
  const countLogin = outcomes('kargo_logins_total', 'Logins.', ['accepted', 'refused']);

  return {
    registry,
    countMail: outcomes('kargo_mails_total', 'Attempts to send a payout mail.', ['sent', 'failed']),
    countWebhook: outcomes('kargo_webhooks_total', 'Events of Stripe.', webhookOutcomes),

    /** A hook `onResponse` of all routes. The time that an upload takes to arrive is left out. */
    countRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const { method, routeOptions, formMs = 0 } = request;
      const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
      requests.observe(labels, (reply.elapsedTime - formMs) / 1000);
      done();
    },

    /** A hook `onResponse` of the calls that log in. Our own errors do not count. */
    countLogin(_request: unknown, { statusCode }: { statusCode: number }, done: () => void): void {
      if (statusCode < 500) countLogin(statusCode < 400 ? 'accepted' : 'refused');
      done();
    },

    /** @param state of the breaker: `Open`, `HalfOpen` or `Closed` */
    setBreaker(dependency: string, state: string): void {
      breakers.set({ dependency }, state === 'Closed' ? 0 : 1);
    },
  };
}
