import { canaryIn } from '@kargo/delivery/canary';
import { makeCurrent } from '@kargo/delivery/make-current';
import { newestPreview } from '@kargo/delivery/preview';
import { readEndedCanary } from '@kargo/release-log/log/ended-canary';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import { type CheckOptions, smokeTestFor } from './checks.ts';
import { compareWithApi } from './compare-with-api.ts';
import { type OpenedStore, openStore, printStatuses } from './open-release-store.ts';
import { progress } from './progress.ts';
import type { PublishOptions } from './publish-command.ts';
import { refuseAtOnce } from './refuse-at-once.ts';
import { readSettings } from './settings.ts';

/** Sets an app's canary percentage; without a canary, its newest preview becomes one. */
export async function changeCanary(
  app: string,
  percent: number,
  options: PublishOptions,
): Promise<void> {
  const { again, anyway, acceptSize } = options;
  const opened = await openStore(options);
  const { state: began, ...store } = opened;
  const running = await runningCanary(opened, app);
  const version = running ?? (await previewed(opened, app));
  const versions = { [app]: version };
  await refuseAtOnce(store, began, versions, { again, anyway });
  if (!running) await compareWithApi(store, versions, readSettings(process.env), options);
  const smokeTest = running ? undefined : smokeTestFor(store, options);
  await makeCurrent({ ...store, began, versions, percent, smokeTest, again, anyway, acceptSize });
  await printStatuses(store, [app]);
}

export async function promoteCanary(app: string, options: CheckOptions): Promise<void> {
  const { state: began, ...store } = await openStore(options);
  const { version, sizeAccepted: acceptSize } = canaryIn(began, app);
  const versions = { [app]: version };
  await refuseAtOnce(store, began, versions, {});
  await compareWithApi(store, versions, readSettings(process.env), options);
  const smokeTest = smokeTestFor(store, options);
  await makeCurrent({ ...store, versions, smokeTest, began, acceptSize });
  await printStatuses(store, [app]);
}

/** Returns the canary's version, unless a gateway has ended it. */
async function runningCanary({ store, state }: OpenedStore, app: string) {
  const canary = state.records.get(app)?.record.next;
  if (!canary || (await readEndedCanary(store, app, canary))) return undefined;
  return canary.version;
}

async function previewed(on: OpenedStore, app: string): Promise<string> {
  const { version, at, by } = await newestPreview(on, app, on.state);
  progress(`Taking the preview of ${app} ${version}, made at ${minuteOf(at)} by ${by}`);
  return version;
}
