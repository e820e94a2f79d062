import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';

/** From one address 120 reports a minute are accepted. */
const agents = Array.from({ length: 250 }, (_, index) => {
  const localAddress = `127.9.8.${index + 1}`;
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress, family: 4 });
});
const aSecond = 1000;

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
  const bodyOf = (index: number) => {
    if (index % 500 === 0) return 'x'.repeat(1_000_000);
    const number = Math.floor(index / 2) % 10_000;
    const invented = { app: `app-${number % 100}`, version: `${number}` };
    const release = index % 2 ? releases[number % releases.length] : invented;
    return JSON.stringify({ kind: 'gave-way', ...release, message: `${index}` });
  };
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < count; sent += aSecond / 20) {
    const batch = Array.from({ length: aSecond / 20 }, (_, index) => sent + index);
    const statuses = await Promise.all([
      ...batch.map((index) => send(siteUrl, bodyOf(index), agents[index % agents.length])),
      wait(50).then(() => undefined),
    ]);
    for (const status of statuses)
      if (status !== undefined) counts[status] = (counts[status] ?? 0) + 1;
  }
  for (const agent of agents) agent.destroy();
  return counts;
}

function send(siteUrl: string, body: string, agent: Agent | undefined): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) };
    const sent = request(siteUrl + reportsPath, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
