import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings, root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import autocannon from 'autocannon';
import { picture } from 'e2e/support/picture';
import { siteUrl } from 'e2e/support/site';
import { addSavingDriver } from './support/saving-driver.ts';
import { processOf } from './support/site-processes.ts';
import { untilBack } from './support/until-back.ts';

// `pnpm proof site 60`: what Prometheus says of metrics and alerts, load, and 60 kills of the API while 20 drivers save
// their profiles. No request may fail under load, and after each kill every acknowledged change has to be there, and nothing
// that was not sent.

if (spawnSync('promtool', ['--version']).error) {
  console.error(
    'promtool is not installed, so nothing was tried. On Debian: apt-get install --no-install-recommends prometheus',
  );
  process.exit(1);
}

const kills = Number(process.argv[2] ?? 60);
const failures: string[] = [];

await checkMonitoring();
await load();
await killApi();
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

/** Checks what each operators' port shows, and the alerts with their tests. */
async function checkMonitoring(): Promise<void> {
  const { operators, apiOperators } = readSettings(process.env);
  for (const { number } of [operators, apiOperators]) {
    const metrics = await fetch(`http://127.0.0.1:${number}/metrics`);
    promtool(['check', 'metrics'], await metrics.text());
  }
  promtool(['check', 'rules', 'alerts.yaml', 'slo.yaml']);
  promtool(['test', 'rules', 'alerts.test.yaml', 'slo.test.yaml']);
}

function promtool(words: string[], input = ''): void {
  const cwd = join(root, 'platform/deploy/monitoring');
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd, input, encoding: 'utf8' });
  if (status !== 0) failures.push(`promtool ${words.join(' ')}: ${stdout}${stderr}`);
}

async function load(): Promise<void> {
  for (const path of ['/', '/login', apiBasePath + apiPaths.ip()]) {
    const result = await autocannon({ url: siteUrl + path, connections: 40, duration: 10 });
    const { errors, timeouts, non2xx, requests, latency } = result;
    if (errors + timeouts + non2xx > 0)
      failures.push(`${path}: ${errors} errors, ${timeouts} time-outs, ${non2xx} not 2xx.`);
    console.log(`${path}: ${requests.average} requests a second, p99 ${latency.p99} ms`);
  }
}

async function killApi(): Promise<void> {
  /** In ms. Each driver saves at a random moment of this time, and the API is killed at another. */
  const longestWrite = 4000;
  /** In ms. `start` stops the site if a program ends more than five times in a minute. */
  const pause = (60_000 + longestWrite) / 5 + 200;
  const counts = { acknowledged: 0, unanswered: 0 };
  const drivers = await Promise.all(Array.from({ length: 20 }, () => addSavingDriver(failures)));
  let longest = 0;
  for (let round = 1; round <= kills; round += 1) {
    const began = Date.now();
    const saves = drivers.map(async (driver, index) => {
      await wait(longestWrite * Math.random());
      const image = (round + index) % 10 === 0 ? picture(100, [round, index, 0]) : undefined;
      const isAcknowledged = await driver.save(`Nell ${round}`, image);
      counts[isAcknowledged ? 'acknowledged' : 'unanswered'] += 1;
    });
    await wait(longestWrite * Math.random());
    process.kill(processOf('api'), 'SIGKILL');
    const killed = Date.now();
    await Promise.all(saves);
    await untilBack(siteUrl);
    longest = Math.max(longest, Date.now() - killed);
    await Promise.all(drivers.map((driver) => driver.check()));
    await wait(Math.max(0, pause - (Date.now() - began)));
  }
  console.log(`${kills} kills;`, counts, `back after ${longest} ms at the latest`);
}
