import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { endedPath } from '@kargo/release-log/log/ended-canary';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { appStatuses } from '../app-status.ts';
import type { Keys } from '../keys.ts';
import { type Change, makeCurrent } from '../make-current.ts';
import { publish } from '../publish.ts';
import { storeBuild } from '../store-build.ts';
import { keys as ownKeys } from './keys.ts';
import { historyOf, stateOf } from './state-of.ts';
import { type Build, writeBuild } from './write-build.ts';

/** A folder for the tests of one file. */
export const folder = await mkdtemp(join(tmpdir(), 'kargo-delivery-'));
after(() => rm(folder, { recursive: true, force: true }));

export const build = (given?: Build): Promise<string> => writeBuild(folder, given);

/** A release store, and shortcuts for its publishers. The default app is marketing. */
export class TestSite<Store extends ReleaseStore = MemoryStore> {
  readonly store: Store;
  keys: Keys;

  constructor(store: Store, keys = ownKeys) {
    this.store = store;
    this.keys = keys;
  }

  get on() {
    return { store: this.store, keys: this.keys };
  }

  /** Publishes builds in one step. */
  async publish(...builds: Build[]) {
    return publish({ from: await Promise.all(builds.map(build)), ...this.on });
  }

  /** Publishes versions one after another. */
  async publishVersions(...versions: string[]): Promise<void> {
    for (const version of versions) await this.publish({ version });
  }

  async add(given: Build) {
    return storeBuild(await build(given), this.on);
  }

  makeCurrent(version: string | Record<string, string>, change: Partial<Change> = {}) {
    const versions = typeof version === 'string' ? { marketing: version } : version;
    return makeCurrent({ ...this.on, versions, ...change });
  }

  state() {
    return stateOf(this.store, this.keys.publishers);
  }

  async record(app = 'marketing') {
    return (await this.state()).records.get(app)?.record;
  }

  history(app = 'marketing'): Promise<string> {
    return historyOf(this.store, app, this.keys.publishers);
  }

  async status() {
    return (await appStatuses(this.on, await this.state(), ['marketing']))[0];
  }

  /** Ends the canary of marketing, like a gateway. */
  async endCanary(): Promise<void> {
    const { next } = (await this.record()) ?? {};
    if (!next) throw new Error('There is no canary.');
    const counts = { views: 90, failures: 7, currentViews: 900, currentFailures: 1 };
    const { version, percent } = next;
    const at = new Date().toISOString();
    const ended = { app: 'marketing', version, percent, at, ...counts };
    await this.store.create(endedPath('marketing', next), Buffer.from(JSON.stringify(ended)));
  }
}

export const newSite = () => new TestSite(new MemoryStore());
