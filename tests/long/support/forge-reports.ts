import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';

/** From one address 120 reports a minute are accepted. */
const agents = Array.from({ length: 250 }, (_, index) => {
  const localAddress = `127.9.8.${index + 1}`;
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress, family: 4 });
});

/**
 * Sends forged reports, a thousand a second: failures of all releases that pages may load, of 10,000 invented ones, and
 * bodies of 1 MB. Returns how often each status came; 0 when the connection was closed without one.
 */
export async function forgeReports(siteUrl: string, count: number) {
  const response = await fetch(siteUrl + releaseMapPath);
  const map = (await response.json()) as ReleaseCandidates;
  const releases = Object.entries(map).flatMap(([app, candidates = []]) =>
    candidates.map(({ version }) => ({ app, version })),
  );
  const counts: Record<number, number> = {};
  const forge = async (index: number) => {
    const number = Math.floor(index / 2) % 10_000;
    const invented = { app: `app-${number % 100}`, version: `${number}` };
    const release = index % 2 ? releases[number % releases.length] : invented;
    const report = JSON.stringify({ kind: 'gave-way', ...release, message: `${index}` });
    const body = index % 500 ? report : 'x'.repeat(1_000_000);
    const headers = { 'content-type': 'text/plain', 'content-length': body.length };
    const agent = agents[index % agents.length];
    const sent = request(siteUrl + reportsPath, { method: 'POST', agent, headers }).end(body);
    // Also after the response, while the body is still being sent.
    sent.on('error', () => {});
    const [response] = await once(sent, 'response').catch(() => []);
    response?.resume();
    const status = response?.statusCode ?? 0;
    counts[status] = (counts[status] ?? 0) + 1;
  };
  for (let sent = 0; sent < count; sent += 50)
    await Promise.all([wait(50), ...Array.from({ length: 50 }, (_, index) => forge(sent + index))]);
  for (const agent of agents) agent.destroy();
  return counts;
}
