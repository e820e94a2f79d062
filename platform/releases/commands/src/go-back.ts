import { versionBefore } from '@kargo/delivery/app-status';
import { endCanary } from '@kargo/delivery/canary';
import { makeCurrent } from '@kargo/delivery/make-current';
import { publishedVersions } from '@kargo/delivery/read-release';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { CliError } from './cli-error.ts';
import type { OpenedStore } from './open-release-store.ts';

/**
 * Ends an app's canary; without one, withdraws the current release and goes back to an earlier one.
 *
 * @param version to go back to, despite a canary; by default the newest that can become current
 * @param why reason to withdraw the replaced release
 */
export async function goBack(
  name: string,
  { state, ...on }: OpenedStore,
  version?: string,
  why?: string,
): Promise<void> {
  const current = currentVersion(state, name);
  const canary = state.records.get(name)?.record.next;
  if (version === undefined && canary) {
    await endCanary(on, name);
    console.log(
      `The canary ${canary.version} of ${name} has ended. ${current} stays current: "pnpm back ${name}" again replaces it.`,
    );
    return;
  }
  if (current === undefined) throw new CliError(`${name} is not part of the site.`);
  const before = version === undefined ? await versionBefore(on, state, name) : undefined;
  const target = version ?? before?.version;
  const reasons = before?.skipped ?? [];
  if (!target || target === current) {
    const why = reasons.join('\n') || 'no other release was current before.';
    throw new CliError(`${name} ${current} has nothing to go back to: ${why}`);
  }
  for (const reason of reasons) console.log(`Skipped: ${reason}`);
  await requirePublished(on.store, name, target);
  const withdraw = why ?? `left for ${target}`;
  await makeCurrent({ ...on, versions: { [name]: target }, withdraw, began: state, force: true });
  console.log(`${name} ${current} was withdrawn (${withdraw}).`);
}

/** @throws {CliError} when the store has no such release */
export async function requirePublished(store: ReleaseStore, app: string, version: string) {
  const versions = (await publishedVersions(store, app)).map((it) => it.version);
  if (versions.includes(version)) return;
  const list = versions.length > 0 ? `there are\n  ${versions.join('\n  ')}` : 'there is none';
  throw new CliError(`${app} has no release ${version} in ${store.name}; ${list}`);
}
