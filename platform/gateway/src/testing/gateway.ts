import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Test } from '@kargo/release-log/testing/listen';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { releaseMapPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { PUBLISHERS } from './fixture-releases.ts';

/**
 * For `waitFor`: the gateway checks the log again after half a second, but on a busy machine that
 * may take longer than requests wait for it.
 */
export const busyMachine = { timeout: 10_000 };

type Gateway = Pick<Awaited<ReturnType<typeof gateway>>, 'versions'>;

/** Waits until pages of a gateway may load these versions of marketing. */
export const untilServed = (context: TestContext, { versions }: Gateway, ...expected: string[]) =>
  context.waitFor(async () => assert.deepEqual(await versions('marketing'), expected), busyMachine);

/** Builds a gateway for a folder of releases. `log` gets the lines of its log. */
export async function gateway(
  test: Test,
  folder: string,
  variables: Record<string, string> = {},
  log: string[] = [],
) {
  const env = readEnv({ RELEASES: folder, PUBLISHERS, ...variables });
  const app = await buildApp(env, { write: (line) => log.push(line) });
  test.after(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const get = (url: string, headers = {}) => app.inject({ url, headers });
  return {
    app,
    log,
    get,
    homePage: () => get('/'),
    /** Sends the gateway a page's report, and returns the status. */
    report: async (report: object | string, headers = {}, remoteAddress = '192.0.2.1') => {
      const payload = typeof report === 'string' ? report : JSON.stringify(report);
      const type = { 'content-type': 'text/plain;charset=UTF-8' };
      const sent = { url: reportsPath, payload, headers: { ...type, ...headers }, remoteAddress };
      return (await app.inject({ method: 'POST', ...sent })).statusCode;
    },
    stop: () => app.close(),
    /** The versions of an app that pages may load. */
    versions: async (name: string, headers = {}) => {
      const releaseMap: ReleaseMap = (await get(releaseMapPath, headers)).json();
      return (releaseMap[name] ?? []).map(({ version }) => version);
    },
  };
}
