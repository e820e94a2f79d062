import { addRecord, nextRecord } from '@kargo/release-log/log/add-record';
import type { AppRecord, HeldRecord, RecordChange } from '@kargo/release-log/log/app-record';
import { endedSentence, readEndedCanary } from '@kargo/release-log/log/ended-canary';
import { changesIn, type LogChange } from '@kargo/release-log/log/log-history';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import { idOf, LogReader, type LogState, readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, withCurrent } from '@kargo/release-log/log/served-releases';
import { notify } from '@kargo/release-log/notify';
import { heldFrom, resumed, stepsAhead } from '@kargo/release-log/rules/rollout';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { isShell } from '@kargo/shared-types/releases/release';
import { type KeyedStore, keyFor, signerOf } from './keys.ts';
import { readRelease } from './read-release.ts';
import { OvertakenError, RefusedError } from './refused-error.ts';

/**
 * Adds records of several apps to the log in one step: readers see all of them or none.
 *
 * @param changesFor returns the changes by app; without changes nothing is added
 * @returns the log with the new records
 * @throws {OvertakenError} when somebody else added a record of an app; then nothing has changed
 */
export async function addRecords(
  on: KeyedStore,
  changesFor: (state: LogState) => Promise<Record<string, RecordChange>>,
): Promise<LogState> {
  const { publishers } = on.keys;
  const reader = new LogReader(on.store, publishers);
  const read = async () => (await readLog(on.store, publishers, reader)).state;
  const before = await read();
  const changes = await changesFor(before);
  const apps = Object.keys(changes);
  if (apps.length === 0) return before;
  const now = await read();
  refuseChanged(before, now, apps);
  // They were judged beside releases that others have replaced.
  if (idOf(now) !== idOf(before)) return addRecords(on, changesFor);
  const isAdded = await addTogether(on, reader, now, changes);
  const state = await read();
  if (!isAdded) refuseChanged(now, state, apps);
  if (!isAdded)
    throw new OvertakenError(`No record of ${apps} could be added: repeat the command.`);
  await tellChanges(changesIn(before, state).filter(({ app }) => apps.includes(app)));
  return state;
}

/** @throws {OvertakenError} when somebody has added a record of one of the apps since `before` */
export function refuseChanged(before: LogState, state: LogState, apps: readonly string[]): void {
  for (const app of apps) {
    const { record } = state.records.get(app) ?? {};
    const was = before.records.get(app)?.record;
    if (!record || record.number === was?.number) continue;
    const { version } = record.current ?? {};
    const changed = version === undefined ? `removed ${app}` : `made ${app} ${version} current`;
    const what = version === was?.current?.version ? `changed ${app}` : changed;
    throw new OvertakenError(
      `${record.by} ${what} at ${minuteOf(record.at)}, after this began: look at it, then repeat the command to replace it.`,
    );
  }
}

/**
 * Adds the records of several apps. All wait for the first app's record, which is added last. Then
 * each gets a record that waits for nothing, so that it does not depend on another app's file.
 *
 * @returns false if somebody else added a record of one of the apps; visitors then see no change
 */
async function addTogether(
  { store, keys }: KeyedStore,
  reader: LogReader,
  before: LogState,
  changes: Record<string, RecordChange>,
): Promise<boolean> {
  const [app = '', ...others] = Object.keys(changes);
  const { publishers } = keys;
  const signerFor = (of: string) => ({ key: keyFor(of, keys), by: signerOf(keys), publishers });
  const recordOf = (of: string, waitsFor?: AppRecord['waitsFor']) =>
    nextRecord(before, of, changes[of] ?? {}, signerFor(of), waitsFor);
  const awaited = await recordOf(app);
  const waitsFor = { app, number: awaited.record.number, hash: awaited.hash };
  const added: HeldRecord[] = [];
  for (const other of others) {
    const record = await recordOf(other, waitsFor);
    if (!(await addRecord(store, record))) return false;
    added.push(record);
  }
  const { state: now } = await reader.read();
  const isNewest = ({ record }: HeldRecord) =>
    now.next.get(record.app)?.number === record.number + 1;
  if (!added.every(isNewest) || !(await addRecord(store, awaited))) return false;
  const { state } = await reader.read();
  for (const { hash, record } of added) {
    // Somebody may have released the app since.
    if (hash !== state.records.get(record.app)?.hash) continue;
    const confirming = await nextRecord(state, record.app, {}, signerFor(record.app));
    // The step counts with or without this record.
    await addRecord(store, confirming).catch(() => false);
  }
  return true;
}

/** The longest wait for the notification, in milliseconds. */
const waitMs = 1000;

/** Notifies `KARGO_NOTIFY_URL` of changes. Prints one line if that fails, and never rejects. */
async function tellChanges(changes: readonly LogChange[]): Promise<void> {
  const notified = changes.map(({ app, what, current = null, release, by, at }) => {
    const text = `${app}: ${what}; ${current ?? 'nothing'} is current. By ${by}.`;
    const version = release?.version ?? current;
    return notify(process.env.KARGO_NOTIFY_URL, { text, app, version, what, by, at }, waitMs);
  });
  if ((await Promise.all(notified)).includes(false))
    console.warn('The change was made, but KARGO_NOTIFY_URL did not accept the notification.');
}

/** Changes an app's record and returns the log. Throws a RefusedError if it is not on the site. */
export function changeRecord(
  on: KeyedStore,
  app: string,
  change: (record: AppRecord, state: LogState) => RecordChange | Promise<RecordChange>,
): Promise<LogState> {
  return addRecords(on, async (state) => {
    refuseWithheld(state, [app]);
    const record = state.records.get(app)?.record;
    if (!record?.current) throw new RefusedError(`${app} is not part of the site.`);
    return { [app]: await change(record, state) };
  });
}

/** Freezes an app: until it is unfrozen, it can only go back, and a rollout stays at its step. */
export async function freezeApp(on: KeyedStore, app: string, reason: string): Promise<void> {
  if (!reason.trim()) throw new RefusedError('Say why it is frozen.');
  await changeRecord(on, app, ({ next }, state) => {
    refuseFrozen(state, [app]);
    const frozen = { reason, at: new Date().toISOString(), by: signerOf(on.keys) };
    return { frozen, next: next && heldFrom(next, timeIn(on.store)) };
  });
}

export async function unfreezeApp(on: KeyedStore, app: string): Promise<void> {
  await changeRecord(on, app, ({ frozen, next }) => {
    if (!frozen) throw new RefusedError(`${app} is not frozen.`);
    const rollout = next?.rollout && resumed(next.rollout, timeIn(on.store));
    return { frozen: undefined, next: next && { ...next, rollout } };
  });
}

/** The time by the store's clock, which determines rollouts. */
export const timeIn = (store: ReleaseStore): number => store.now() ?? Date.now();

/**
 * Refuses to continue if a published record of one of the apps is missing.
 *
 * @param isLost whether to continue without it, since it is lost
 */
export function refuseWithheld({ withheld }: LogState, apps: readonly string[], isLost = false) {
  for (const app of apps) {
    const { problem, missing, last } = withheld.get(app) ?? {};
    if (!problem || (isLost && missing)) continue;
    const from = last ? `record ${last.record.number}` : 'nothing';
    const anyway = missing ? `; if it is lost, add --anyway to continue from ${from}` : '';
    throw new RefusedError(
      `${problem} Repair the store (docs/operations.md, "A log that was changed")${anyway}.`,
    );
  }
}

/** Refuses to continue if one of the apps is frozen, and says why, since when and by whom. */
export function refuseFrozen({ records }: Pick<LogState, 'records'>, apps: readonly string[]) {
  for (const app of apps) {
    const frozen = records.get(app)?.record.frozen;
    if (!frozen) continue;
    throw new RefusedError(
      `${app} is frozen since ${minuteOf(frozen.at)} by ${frozen.by}: ${frozen.reason}. "pnpm unfreeze ${app}" ends that; "pnpm back ${app}" still works.`,
    );
  }
}

/** Refuses to continue with a canary that a gateway has ended. */
export async function refuseEnded(
  store: ReleaseStore,
  { records }: LogState,
  app: string,
  version: string,
): Promise<void> {
  const canary = records.get(app)?.record.next;
  if (canary?.version !== version) return;
  const ended = await readEndedCanary(store, app, canary);
  if (!ended) return;
  throw new RefusedError(
    `${endedSentence(ended)} Fix it and release that as a canary. To try this one again, call "pnpm back ${app}" first.`,
  );
}

/** Returns the release of an app that is being rolled out, unless a gateway has ended it. */
export async function rolledOut(store: ReleaseStore, { records }: LogState, app: string) {
  const canary = records.get(app)?.record.next;
  const isEnded = canary?.rollout && (await readEndedCanary(store, app, canary));
  return canary?.rollout && !isEnded ? canary : undefined;
}

/** Refuses another release during a rollout, which it would end. */
export async function refuseRollout(
  store: ReleaseStore,
  state: LogState,
  app: string,
  version: string,
): Promise<void> {
  const canary = await rolledOut(store, state, app);
  if (!canary || [canary.version, currentVersion(state, app)].includes(version)) return;
  throw new RefusedError(
    `${app} ${canary.version} is being rolled out: ${canary.percent} % of visitors have it, ${stepsAhead(canary, timeIn(store))}. "pnpm promote ${app}" gives it to all, "pnpm back ${app}" ends it; --anyway releases ${version} in its place.`,
  );
}

/**
 * Removes a remote from the site and returns the log; its releases stay in the store. Throws a
 * RefusedError for the shell, and while the shell routes to the remote.
 */
export function removeApp(on: KeyedStore, app: string): Promise<LogState> {
  return changeRecord(on, app, async (record, state) => {
    if (app === 'shell') throw new RefusedError('There is no site without the shell.');
    refuseFrozen(state, [app]);
    const version = currentVersion(state, 'shell');
    const shell = version && (await readRelease(on.store, { app: 'shell', version }));
    const routed =
      shell && isShell(shell) && shell.routes.find((screen) => screen.startsWith(`${app}/`));
    if (!routed) return withCurrent(record, null);
    throw new RefusedError(
      `shell ${version} routes to ${routed}: take its routes to ${app} out and release the shell first.`,
    );
  });
}
