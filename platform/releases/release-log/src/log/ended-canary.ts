import { dirname } from 'node:path/posix';
import { parseJson } from '@kargo/shared-types/parse-json';
import { type Static, Type } from 'typebox';
import { Line } from '../plain-text.ts';
import { arrivalOf } from '../rules/rollout.ts';
import { ifNotStored, type ReadableStore } from '../stores/release-store.ts';
import type { Canary } from './app-record.ts';
import { minuteOf } from './minute-of.ts';

/**
 * Why a gateway ended a canary: it no longer fits the site, or visitors' pages reported too many
 * failures within five minutes, of which at most two count per network.
 */
export const EndedCanary = Type.Object({
  app: Line,
  version: Line,
  /** When the gateway ended it, as ISO 8601. */
  at: Line,
  /** The percentage of visitors who got it. */
  percent: Type.Number(),
  misfit: Type.Optional(Line),
  /** How many screens of the canary were shown, and in how many pages it failed. */
  views: Type.Integer({ minimum: 0 }),
  failures: Type.Integer({ minimum: 0 }),
  /** The same for the current release. */
  currentViews: Type.Integer({ minimum: 0 }),
  currentFailures: Type.Integer({ minimum: 0 }),
});
export type EndedCanary = Static<typeof EndedCanary>;

/** The folder for markers of ended canaries, the only one that gateways may write to. */
export const endedFolder = 'ended';

/** A canary that starts again has another path. */
export const endedPath = (app: string, { version, at }: Pick<Canary, 'version' | 'at'>): string =>
  `${endedFolder}/${app}/${version}/${Date.parse(at)}.json`;

/** The marker of a step that its rollout has taken, with what people were told. */
export const stepPath = (app: string, canary: Pick<Canary, 'version' | 'at'>, step: string) =>
  endedPath(app, canary).replace(/json$/, `${step}.txt`);

/** Says when and why a canary ended, in one sentence. */
export function endedSentence(ended: EndedCanary): string {
  const { app, version, at, percent, misfit, views, failures } = ended;
  const ofCurrent = `the current release in ${ended.currentFailures} of ${ended.currentViews}`;
  const why = misfit ?? `it failed in ${failures} of ${views} views, ${ofCurrent}.`;
  return `The canary ${version} of ${app} was ended at ${minuteOf(at)}, at ${percent} % of visitors: ${why}`;
}

const maxBytes = 4096;

/** Returns why a canary has ended; undefined if it has not, or its release was current by then. */
export async function readEndedCanary(
  store: ReadableStore,
  app: string,
  canary: Pick<Canary, 'version' | 'at' | 'rollout'>,
): Promise<EndedCanary | undefined> {
  const path = endedPath(app, canary);
  const content = await store.read(path, maxBytes).catch(ifNotStored);
  const ended = content && parseJson(EndedCanary, String(content), path);
  if (!ended || !canary.rollout) return ended;
  // The author of a marker cannot choose the time that the store gives it.
  const markers = await store.list(dirname(path));
  const at = markers.find((marker) => marker.path === path)?.at ?? 0;
  return at < arrivalOf(canary.rollout) ? ended : undefined;
}
