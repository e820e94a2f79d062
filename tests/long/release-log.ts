import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@kargo/commands/settings';
import { changeRecord } from '@kargo/delivery/change-record';
import { readKeys, signerFor } from '@kargo/delivery/keys';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/contract/release-signature';
import { appendEntry, recordAfter } from '@kargo/release-log/log/append-entry';
import { readHistory } from '@kargo/release-log/log/log-history';
import { emptyState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, withCurrent } from '@kargo/release-log/log/served-releases';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { startBucket } from 'local-services/bucket/start-bucket';

// `pnpm proof release-log 50 60`: on a folder and on a bucket, 20 publishers add 50 entries each at the same time, then a
// publisher is killed with SIGKILL at 60 moments. No entry may be lost or half there, no number used twice, and the next
// publisher has to go on at once.

const [rounds = 50, kills = 60] = process.argv.slice(2).map(Number);
const publishers = 20;
const keyVariables = publisherVariables(await newPublisherKey('proof', ['*']));
const keys = readKeys(keyVariables);
const folder = await mkdtemp(join(tmpdir(), 'kargo-proof-log-'));
await using bucket = await startBucket({ folder: join(folder, 'bucket') });
Object.assign(process.env, keyVariables, {
  AWS_ENDPOINT_URL: bucket.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'proof',
  AWS_SECRET_ACCESS_KEY: 'proof',
});
const failures: string[] = [];

for (const kind of ['folder', 'bucket'] as const) {
  await crowd(kind, placeOf(kind, 'crowd'));
  await killed(kind, placeOf(kind, 'kills'));
}
await rm(folder, { recursive: true });
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

function placeOf(kind: 'folder' | 'bucket', name: string): string {
  return kind === 'folder' ? join(folder, name) : `s3://${name}`;
}

/** Publishers of different apps that add entries at the same time. */
async function crowd(kind: string, place: string): Promise<void> {
  const store = await openReleaseStore(place);
  const apps = Array.from({ length: publishers }, (_, index) => `app-${index}`);
  await openApps(store, apps);
  const began = performance.now();
  await Promise.all(apps.map((app) => addEntries(place, app)));
  const seconds = Math.round((performance.now() - began) / 1000);
  const { changes, problems } = await readHistory(store, keys.publishers);
  failures.push(...problems);
  const added = changes.slice(publishers);
  const numbers = new Set(added.map(({ generation }) => generation));
  if (added.length !== publishers * rounds || numbers.size !== added.length)
    failures.push(`${kind}: ${added.length} changes in ${numbers.size} entries.`);
  for (const app of apps) {
    const versions = added.flatMap((it) => (it.app === app ? (it.current?.version ?? '') : []));
    const expected = Array.from({ length: rounds }, (_, index) => `${index + 1}`);
    if (versions.join() !== expected.join()) failures.push(`${kind}: ${app} made ${versions}.`);
  }
  console.log(`${kind}: ${publishers} publishers added ${added.length} entries in ${seconds} s`);
}

/** Adds one entry with the first record of each app. */
async function openApps(store: ReleaseStore, apps: readonly string[]): Promise<void> {
  const records: Record<string, string> = {};
  for (const app of apps) {
    const first = withCurrent(undefined, releaseOf(app, 0));
    records[app] = await recordAfter(emptyState, app, first, signerFor(app, keys));
  }
  await appendEntry(store, emptyState, records);
}

/** Makes one version after the other current, as a publisher that knows no other. */
async function addEntries(place: string, app: string): Promise<void> {
  const store = await openReleaseStore(place);
  for (let number = 1; number <= rounds; number += 1)
    await changeRecord({ store, keys }, app, (record) =>
      withCurrent(record, releaseOf(app, number)),
    );
}

function releaseOf(app: string, number: number) {
  const at = new Date().toISOString();
  return { version: `${number}`, hash: '', at, by: 'proof', opened: [`${app}/Home`] };
}

/** Publishers that are killed, each followed by one that does the same again. */
async function killed(kind: string, place: string): Promise<void> {
  const store = await openReleaseStore(place);
  const program = join(root, 'platform/releases/delivery/src/publish.ts');
  const publish = async (version: string) =>
    spawn(process.execPath, [program, await buildOf(version), '--releases', place], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const began = performance.now();
  if ((await ended(await publish('first'))) !== 0) failures.push(`${kind}: nothing was published.`);
  const usual = performance.now() - began;
  let published = 0;
  let slowest = 0;
  for (let number = 1; number <= kills; number += 1) {
    const version = `kill-${number}`;
    const child = await publish(version);
    const end = ended(child);
    await wait((usual * number) / kills);
    child.kill('SIGKILL');
    await end;
    const { state, problems } = await readLog(store, keys.publishers);
    failures.push(...problems);
    if (currentVersion(state, 'marketing') === version) published += 1;
    const again = performance.now();
    if ((await ended(await publish(version))) !== 0) failures.push(`${kind}: ${version} is stuck.`);
    slowest = Math.max(slowest, performance.now() - again);
    const after = await readLog(store, keys.publishers);
    if (currentVersion(after.state, 'marketing') !== version)
      failures.push(`${kind}: ${version} is not current.`);
  }
  const { changes } = await readHistory(store, keys.publishers);
  if (changes.length !== kills + 1) failures.push(`${kind}: ${changes.length} changes.`);
  console.log(
    `${kind}: ${kills} kills within ${Math.round(usual)} ms each, ${published} after the flip; the publisher after a killed one took ${Math.round(slowest)} ms at most`,
  );
}

/** The smallest build of a remote. */
async function buildOf(version: string): Promise<string> {
  const build = await mkdtemp(join(folder, 'build-'));
  const release = { app: 'marketing', version, entry: 'remoteEntry.js', screens: {} };
  await writeFile(join(build, 'release.json'), JSON.stringify(release));
  await writeFile(join(build, 'remoteEntry.js'), `/* ${version} */`.repeat(1000));
  return build;
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}
