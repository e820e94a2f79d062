import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '@kargo/build/remotes';
import type { Program } from '@kargo/commands/child';
import { CliError } from '@kargo/commands/cli-error';
import { findKeys } from '@kargo/commands/find-keys';
import { progress, step } from '@kargo/commands/progress';
import { releaseChangedApps } from '@kargo/commands/release-changed-apps';
import {
  portsOf,
  readSettings,
  releasesFolder,
  root,
  type Settings,
} from '@kargo/commands/settings';
import { Supervisor } from '@kargo/commands/supervisor';
import { webpack } from '@kargo/commands/webpack';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import { claimDataFolder } from './claim-data-folder.ts';
import { printReady } from './print-ready.ts';
import * as programs from './programs.ts';
import { requireFreePorts } from './require-free-ports.ts';
import { stopWithLauncher } from './stop-with-launcher.ts';

export interface Parts {
  /** Apps served from releases, and built if they changed. */
  released: readonly App[];
  /** Apps served by a webpack development server. */
  developed: readonly App[];
  /** Whether the API and the gateway restart when their sources change. */
  watch: boolean;
}

/** How long the children of a killed supervisor may take to end. */
const timeoutAfterCrashMs = 10_000;

/** Sources used by both the API and the gateway. */
const sharedTypes = join(root, 'shared-types/src');

/** How long the gateway may take to find the shell. */
const healthTimeoutMs = 600_000;

/**
 * Runs the whole site on this machine until it is stopped.
 *
 * @throws {CliError} when it cannot start, or when a part of it ends
 */
export async function runSite(site: Parts): Promise<void> {
  const settings = readSettings(process.env);
  programs.forgetOtherPostgres(settings);
  const claim = claimDataFolder(settings.dataFolder);
  const supervisor = new Supervisor(join(settings.dataFolder, 'logs'));
  const requested = stopRequested(supervisor);
  try {
    const developed = site.developed.map(({ port }) => ({ ...settings.development, number: port }));
    const ports = [...portsOf(settings), ...developed];
    await requireFreePorts(ports, settings.host, claim.afterCrash ? timeoutAfterCrashMs : 0);
    const started = step('', () => startParts(site, settings, supervisor)).then(() => {
      printReady(settings);
      process.send?.('ready');
    });
    await Promise.race([started.then(() => requested), requested, supervisor.failure]);
  } finally {
    await supervisor.stop();
    claim.release();
  }
}

/** Starts each part as soon as the parts that it needs are ready. */
async function startParts(site: Parts, settings: Settings, supervisor: Supervisor): Promise<void> {
  const { developed, released, watch } = site;
  const serve = (program: Program) =>
    watch
      ? supervisor.restartOnChange(program, [dirname(program.script), sharedTypes])
      : supervisor.keepRunning(program).says('ready');

  const keys = await findKeys(settings);
  const releases = releasesFolder(settings);
  // A new store's logs start at their first records, so the gateway must not keep later ones.
  if (!existsSync(releases))
    await rm(programs.gatewayFolder(settings), { recursive: true, force: true });
  const services = supervisor.keepRunning(programs.localServices(settings));
  const build = releaseChangedApps(
    { apps: released, store: await openReleaseStore(releases), keys, supervisor },
    developed.some(({ name }) => name === 'shell'),
  );
  const migrated = step('Starting Postgres', () => services.says('database ready')).then(() =>
    supervisor.run(programs.apiCommand(settings, 'migrate')),
  );
  const api = migrated.then(() =>
    step('Starting the API', () => serve(programs.apiServer(settings))),
  );
  const replaced = step('Starting what replaces cloud services', () => services.says('ready'));
  const seed = Promise.all([migrated, replaced]).then(() =>
    settings.auth ? supervisor.run(programs.apiCommand(settings, 'seed')) : undefined,
  );
  const gateway = build.then(() => {
    for (const app of developed) supervisor.keepRunning(webpack(app, 'serve'));
    return step('Starting the gateway', () => serve(programs.gateway(settings, [...developed])));
  });
  await Promise.all([api, seed, gateway]);
  await step('Waiting for the first page', () => requireHealthy(settings));
}

/** The gateway is healthy once it can compose pages; in development, that waits for webpack. */
async function requireHealthy(settings: Settings): Promise<void> {
  const address = `${programs.siteAddress(settings)}/healthz`;
  const deadline = Date.now() + healthTimeoutMs;
  for (;;) {
    // In development it may be restarting.
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    if (Date.now() > deadline) {
      const answer = response ? response.status : 'nothing';
      throw new CliError(`The gateway is up, but ${address} answers ${answer}.`);
    }
    await wait(100);
  }
}

/** Resolves at the first signal to stop; a second one kills everything at once. */
function stopRequested(supervisor: Supervisor): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked += 1;
      if (asked === 1) progress('Stopping');
      else {
        supervisor.kill();
        process.exit(1);
      }
      resolve();
    });
  }
  stopWithLauncher(resolve);
  return promise;
}
