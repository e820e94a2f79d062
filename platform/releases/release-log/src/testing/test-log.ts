import { addRecord, nextRecord } from '../log/add-record.ts';
import { type AppRecord, type HeldRecord, hashOf, type LoggedRelease } from '../log/app-record.ts';
import { type LogState, readLog } from '../log/read-log.ts';
import { currentVersion, servedApps, withCurrent } from '../log/served-releases.ts';
import {
  newPublisherKey,
  type PublisherKey,
  type Publishers,
  publicPart,
  sign,
} from '../rules/release-signature.ts';
import { MemoryStore } from './memory-store.ts';

/** A key of each team, and one for all apps. */
export const marketing = await newPublisherKey('marketing', ['marketing']);
export const auth = await newPublisherKey('auth', ['auth']);
export const shell = await newPublisherKey('shell', ['shell']);
export const owner = await newPublisherKey('owner', ['*']);

export const publishersOf = (...keys: PublisherKey[]): Publishers => ({
  log: 'test-log',
  keys: keys.map(publicPart),
});

export const publishers = publishersOf(marketing, auth, shell, owner);

export const release = (version: string, given: Partial<LoggedRelease> = {}): LoggedRelease => ({
  version,
  hash: version,
  at: new Date().toISOString(),
  by: 'test',
  opened: null,
  ...given,
});

/** A log in memory, and shortcuts to write to it. */
export class TestLog {
  readonly store: MemoryStore;

  constructor(store = new MemoryStore()) {
    this.store = store;
  }

  async state(trusted = publishers): Promise<LogState> {
    return (await readLog(this.store, trusted)).state;
  }

  /** Returns what a new reader would serve, such as `marketing 2, auth 1`. */
  async served(trusted = publishers): Promise<string> {
    return servedIn(await this.state(trusted));
  }

  /** Signs a record that makes a version current. */
  async record(app: string, version: string | null, key: PublisherKey, state?: LogState) {
    const after = state ?? (await this.state());
    const content = withCurrent(
      after.records.get(app)?.record,
      version === null ? null : release(version),
    );
    return nextRecord(after, app, content, { key, by: key.kid, publishers });
  }

  /** Adds a record that makes a version current. */
  async publish(app: string, version: string | null, key = owner): Promise<HeldRecord> {
    const record = await this.record(app, version, key);
    if (!(await addRecord(this.store, record))) throw new Error('Another record was added.');
    return record;
  }
}

/** Returns the current releases, such as `auth 1, marketing 2`, with `?` for a withheld app. */
export function servedIn(state: LogState): string {
  const served = servedApps(state).map((app) => `${app} ${currentVersion(state, app)}`);
  return [...served, ...[...state.withheld.keys()].map((app) => `${app} ?`)].sort().join(', ');
}

/** Signs a record with any content. */
export async function signed(record: AppRecord, key: PublisherKey): Promise<HeldRecord> {
  const { app, number, ...said } = record;
  const text = JSON.stringify(said);
  const hash = hashOf(text);
  const payload = JSON.stringify({ log: publishers.log, app, number, hash });
  const head = await sign('kargo-record', payload, key);
  return { record, hash, head, content: JSON.stringify({ head, record: text }) };
}
