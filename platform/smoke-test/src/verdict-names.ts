import { createHash } from 'node:crypto';
import { type Publishers, readPages } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { type RemoteRelease, remoteOf } from '@kargo/shared-types/releases/release';
import { gateVersion } from './gate-version.ts';
import { responsesFor } from './people.ts';
import { type Plan, planSmokeTest } from './plan-visits.ts';
import type { Screen, Versions } from './screens.ts';

/**
 * Names verdicts on screens by a hash of all that visits depend on, the same on every machine.
 *
 * @param current releases to compare the screens with, if any
 * @returns the names of each screen's verdict: as compared now, and as compared with itself
 */
export async function verdictNames(
  store: ReleaseStore,
  publishers: Publishers,
  plan: Plan,
  current: Versions | undefined,
  acceptSize: boolean,
): Promise<Map<Screen, [asCompared: string, unchanged: string]>> {
  const gate = gateVersion();
  const before = current && (await planSmokeTest(store, current, plan.apps));
  const names = new Map<Screen, [string, string]>();
  for (const screen of plan.screens) {
    const visits = plan.visits.filter((visit) => visit.screen === screen);
    const content = await contentOf(store, publishers, plan, screen);
    const same = before?.all.find(({ id }) => id === screen.id);
    const compared = same && before && (await contentOf(store, publishers, before, same));
    const nameOf = (other: unknown) => hashOf([gate, acceptSize, visits, content, other]);
    names.set(screen, [nameOf(compared), nameOf(content)]);
  }
  return names;
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Hashes all that a visit to a screen of this site depends on. */
async function contentOf(
  store: ReleaseStore,
  publishers: Publishers,
  { releases, people }: Plan,
  { app, id, path }: Screen,
): Promise<string> {
  const shell = releases.get('shell');
  const release = remoteOf(releases, app);
  if (!shell || !release) throw new Error(`${id} has no release`);
  const { version, files } = release;
  // The version, and the class prefix made from it, differ in every release. One such as `2` is
  // also elsewhere in the code.
  const plain = (text: string) =>
    version.length < 5
      ? text
      : text.replaceAll(version, '').replaceAll(classPrefix(app, version), '');
  const read = (file: string) =>
    store.read(`${app}/${version}/${file}`, largest.file).then(String, () => '');
  const responses = people.map(({ name }) => responsesFor(name, [...releases.values()]));
  // The entry has the hashes of all files, even those that only other screens load.
  const fileOf = new Map(Object.entries(files).map(([file, { sha384 }]) => [sha384, file]));
  const entry = await read(release.entry);
  const ownCode = entry.replaceAll(/[\w+/=]+/g, (word) => fileOf.get(word) ?? word);
  const { paths, ...parts } = partsOf(release, id.slice(app.length + 1));
  const contents = paths.map(async (file) => [
    file,
    (isText.test(file) && plain(await read(file))) || files[file]?.sha384,
  ]);
  const pages = await readPages(store, { app, version, shell: shell.version }, publishers);
  const page = plain(`${JSON.stringify(pages?.[path])}`);
  return hashOf([shell, responses, parts, await Promise.all(contents), plain(ownCode), page]);
}

const isText = /\.(js|css)$/;

/** Returns the parts of a release that one screen uses, alone or with others. */
function partsOf(release: RemoteRelease, screen: string) {
  const { files, screens, styles, entry, uses = {}, texts } = release;
  const { calls, container, needs, copies } = release;
  const filesOf = (name: string) => [...(screens[name] ?? []), ...(styles[name] ?? [])];
  const own = filesOf(screen);
  const others = [entry, ...Object.keys(screens).flatMap(filesOf)];
  const paths = Object.keys(files).filter(
    (path) => own.includes(path) || !(others.includes(path) || neverRuns.test(path)),
  );
  return { paths, own, uses: uses[screen], texts: texts[screen], calls, container, needs, copies };
}

/** No page loads these. The prerendered page counts in place of the bundle for Node. */
const neverRuns = /\.map$|\.LICENSE\.txt$|^node\/|^mf-manifest\.json$/;
