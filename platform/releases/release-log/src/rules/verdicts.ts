import { parseJson } from '@kargo/shared-types/parse-json';
import { decodeJwt } from 'jose';
import { type Static, Type } from 'typebox';
import { jsonOfLines, Line } from '../plain-text.ts';
import type { ReadableStore, ReleaseStore } from '../stores/release-store.ts';
import { type PublisherKey, type Publishers, sign, verifySignature } from './release-signature.ts';

/** A signed statement that something passed; those who trust its key need not judge it again. */
const Verdict = Type.Object({
  /** Id of the store's log: verdicts from another store do not count. */
  log: Line,
  app: Line,
  /** Name of the thing that was judged, and of the verdict's file. */
  name: Line,
  /** When, as ISO 8601. */
  at: Line,
  by: Line,
  /** Findings that do not refuse the release, one sentence each. */
  warnings: Type.Optional(Type.Array(Line)),
});
export type Verdict = Static<typeof Verdict>;

/** Inside an app's folder, where only its publishers write. */
export const verdictsFolder = 'verdicts';

const largestVerdict = 64 * 1024;

const pathOf = ({ app, name }: Pick<Verdict, 'app' | 'name'>) =>
  `${app}/${verdictsFolder}/${name}.jws`;

export async function writeVerdict(
  store: ReleaseStore,
  verdict: Verdict,
  key: PublisherKey,
): Promise<void> {
  const jws = await sign('kargo-verdict', jsonOfLines(verdict), key);
  await store.write(pathOf(verdict), Buffer.from(jws));
}

/** Returns a verdict; undefined if no key that may publish the app has signed it. */
export async function readVerdict(
  store: ReadableStore,
  of: Pick<Verdict, 'app' | 'name'>,
  publishers: Publishers,
): Promise<Verdict | undefined> {
  try {
    const path = pathOf(of);
    const jws = String(await store.read(path, largestVerdict));
    await verifySignature('kargo-verdict', path, jws, [of.app], publishers);
    const verdict = parseJson(Verdict, JSON.stringify(decodeJwt(jws)), path);
    return verdict.log === publishers.log && pathOf(verdict) === path ? verdict : undefined;
  } catch {
    return undefined;
  }
}
