import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  newPublisherKey,
  type PublisherKey,
  type Publishers,
  publicPart,
} from '../contract/release-signature.ts';
import { appendEntry, recordAfter } from '../log/append-entry.ts';
import { entryPath, type RecordedRelease } from '../log/log-entry.ts';
import type { LogState } from '../log/log-state.ts';
import { readLog } from '../log/read-log.ts';
import { currentVersion, servedApps, withCurrent } from '../log/served-releases.ts';
import { FolderStore } from '../stores/folder-store.ts';

/** A key of the marketing team, one of the auth team, and one that may publish everything. */
export const marketing = await newPublisherKey('marketing', ['marketing']);
export const auth = await newPublisherKey('auth', ['auth']);
export const owner = await newPublisherKey('owner', ['*']);

export const publishersOf = (...keys: PublisherKey[]): Publishers => ({
  log: 'test-log',
  keys: keys.map(publicPart),
});

export const publishers = publishersOf(marketing, auth, owner);

export const release = (
  version: string,
  given: Partial<RecordedRelease> = {},
): RecordedRelease => ({
  version,
  hash: version,
  at: new Date().toISOString(),
  by: 'test',
  opened: null,
  ...given,
});

/** A log in a folder that is removed after the test, and shortcuts to write to it. */
export class TestLog {
  readonly store = new FolderStore(mkdtempSync(join(tmpdir(), 'kargo-log-')));

  constructor() {
    after(() => rmSync(this.store.name, { recursive: true }));
  }

  async state(trusted = publishers): Promise<LogState> {
    return (await readLog(this.store, trusted)).state;
  }

  async problems(trusted = publishers): Promise<string[]> {
    return (await readLog(this.store, trusted)).problems;
  }

  /** Returns what a new reader would serve, such as `marketing 2, auth 1`. */
  async served(trusted = publishers): Promise<string> {
    const state = await this.state(trusted);
    return servedApps(state)
      .sort()
      .map((app) => `${app} ${currentVersion(state, app)}`)
      .join(', ');
  }

  /** Signs a record that makes a version current. */
  async record(app: string, version: string | null, key: PublisherKey, state?: LogState) {
    const after = state ?? (await this.state());
    const content = withCurrent(
      after.records.get(app)?.record,
      version === null ? null : release(version),
    );
    return recordAfter(after, app, content, { key, by: key.kid, publishers });
  }

  /** Adds an entry that makes a version current. */
  async publish(app: string, version: string | null, key: PublisherKey = owner): Promise<void> {
    const state = await this.state();
    const isAdded = await appendEntry(this.store, state, {
      [app]: await this.record(app, version, key, state),
    });
    if (!isAdded) throw new Error('Another entry was added.');
  }

  /** Puts any content into the log as its next entry. */
  async write(content: string): Promise<void> {
    const { generation } = await this.state();
    await this.store.write(entryPath(generation + 1), Buffer.from(content));
  }
}
