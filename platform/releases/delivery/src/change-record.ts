import { appendEntry, type RecordChange, recordAfter } from '@kargo/release-log/log/append-entry';
import { endedSentence, readEndedCanary } from '@kargo/release-log/log/ended-canary';
import type { AppRecord } from '@kargo/release-log/log/log-entry';
import { changesIn, type LogChange } from '@kargo/release-log/log/log-history';
import type { LogState } from '@kargo/release-log/log/log-state';
import { minuteOf } from '@kargo/release-log/log/minute-of';
import { readLog, readOn } from '@kargo/release-log/log/read-log';
import { currentVersion, withCurrent } from '@kargo/release-log/log/served-releases';
import { notify } from '@kargo/release-log/notify';
import { type Store, signerFor, signerOf } from './keys.ts';
import { readRelease } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Adds an entry with the records that `recordsFor` signs; if another entry is added first, they are signed again for that.
 *
 * @returns the log with the new entry; without one if there are no records
 */
export async function addEntry(
  { store, keys }: Store,
  recordsFor: (state: LogState) => Promise<Record<string, string>>,
): Promise<LogState> {
  const { state: first } = await readLog(store, keys.publishers);
  for (let state = first; ; ) {
    const before = state;
    const records = await recordsFor(before);
    if (Object.keys(records).length === 0) return before;
    const isAdded = await appendEntry(store, before, records);
    ({ state } = await readOn(store, keys.publishers, before));
    if (!isAdded) continue;
    await tellChanges(changesIn(before, state).filter(({ app }) => records[app] !== undefined));
    return state;
  }
}

/** Commands wait at most this long for who is told, in milliseconds. */
const waitMs = 1000;

/** Tells `KARGO_NOTIFY_URL` what was changed. Prints one line if it does not accept that; never rejects. */
async function tellChanges(changes: readonly LogChange[]): Promise<void> {
  const told = changes.map(({ app, what, current, by, at }) => {
    const text = `${app}: ${what}; ${current?.version ?? 'nothing'} is current. By ${by}.`;
    const version = /^canary (\S+)/.exec(what)?.[1] ?? current?.version ?? null;
    return notify(process.env.KARGO_NOTIFY_URL, { text, app, version, what, by, at }, waitMs);
  });
  if ((await Promise.all(told)).includes(false))
    console.warn('KARGO_NOTIFY_URL did not accept the change, which is made: nobody was told.');
}

/**
 * Changes the record of an app of the site, and returns the log with it. Throws a RefusedError if it is none, or the key
 * may not publish it.
 */
export function changeRecord(
  on: Store,
  app: string,
  change: (record: AppRecord, state: LogState) => RecordChange | Promise<RecordChange>,
): Promise<LogState> {
  return addEntry(on, async (state) => {
    const record = state.records.get(app)?.record;
    if (!record?.current) throw new RefusedError(`${app} is not part of the site.`);
    const content = await change(record, state);
    return { [app]: await recordAfter(state, app, content, signerFor(app, on.keys)) };
  });
}

/** Freezes an app: until it is unfrozen, what is served of it can only go back. Refused if it is frozen already. */
export async function freezeApp(on: Store, app: string, reason: string): Promise<void> {
  if (!reason.trim()) throw new RefusedError('Say why it is frozen.');
  await changeRecord(on, app, (_record, state) => {
    refuseFrozen(state, [app]);
    return { frozen: { reason, at: new Date().toISOString(), by: signerOf(on.keys) } };
  });
}

export async function unfreezeApp(on: Store, app: string): Promise<void> {
  await changeRecord(on, app, ({ frozen }) => {
    if (!frozen) throw new RefusedError(`${app} is not frozen.`);
    return { frozen: undefined };
  });
}

/** Refuses to go on if one of the apps is frozen: says why, since when and by whom. */
export function refuseFrozen({ records }: Pick<LogState, 'records'>, apps: readonly string[]) {
  for (const app of apps) {
    const frozen = records.get(app)?.record.frozen;
    if (!frozen) continue;
    throw new RefusedError(
      `${app} is frozen since ${minuteOf(frozen.at)} by ${frozen.by}: ${frozen.reason}. "pnpm unfreeze ${app}" ends that; "pnpm back ${app}" is possible meanwhile.`,
    );
  }
}

/** Refuses to go on with a canary that a gateway has ended. */
export async function refuseEnded(
  { store }: Pick<Store, 'store'>,
  { records }: LogState,
  app: string,
  version: string,
): Promise<void> {
  const canary = records.get(app)?.record.next;
  if (canary?.version !== version) return;
  const ended = await readEndedCanary(store, app, canary);
  if (!ended) return;
  throw new RefusedError(
    `${endedSentence(ended)} Mend it and release that as a canary; to try this one again, call "pnpm back ${app}" first.`,
  );
}

/**
 * Removes a remote from the site, and returns the log without it. Its releases stay in the store. Throws a RefusedError
 * for the shell, and while the shell routes to the remote.
 */
export function removeApp(on: Store, app: string): Promise<LogState> {
  return changeRecord(on, app, async (record, state) => {
    if (app === 'shell') throw new RefusedError('There is no site without the shell.');
    refuseFrozen(state, [app]);
    const version = currentVersion(state, 'shell');
    const shell = version && (await readRelease(on.store, { app: 'shell', version }));
    const routed = shell ? shell.routes?.find((screen) => screen.startsWith(`${app}/`)) : undefined;
    if (!routed) return withCurrent(record, null);
    throw new RefusedError(
      `shell ${version} routes to ${routed}: take its routes to ${app} out and release the shell first.`,
    );
  });
}
