import { dirname } from 'node:path/posix';
import { parseJson } from '@kargo/shared-types/parse-json';
import { type Static, Type } from 'typebox';
import { arrivalOf } from '../contract/rollout.ts';
import { Line } from '../plain-text.ts';
import { ifNotStored, type ReadableStore } from '../stores/release-store.ts';
import type { Canary } from './app-record.ts';
import { minuteOf } from './minute-of.ts';

/**
 * Why a gateway has ended a canary: what visitors' pages reported within five minutes, of each network at most two
 * failures, or why it does not fit any more.
 */
export const EndedCanary = Type.Object({
  app: Line,
  version: Line,
  /** When the gateway ended it, as ISO 8601. */
  at: Line,
  /** How many of 100 visitors got it. */
  percent: Type.Optional(Type.Number()),
  misfit: Type.Optional(Line),
  /** How many screens of the canary were shown, and in how many pages it failed. */
  views: Type.Integer({ minimum: 0 }),
  failures: Type.Integer({ minimum: 0 }),
  /** The same for the current release. */
  currentViews: Type.Integer({ minimum: 0 }),
  currentFailures: Type.Integer({ minimum: 0 }),
});
export type EndedCanary = Static<typeof EndedCanary>;

/** The folder in which gateways note that a canary has ended: the only one that they may write to. */
export const endedFolder = 'ended';

/** A restarted canary has another path. */
export const endedPath = (app: string, { version, at }: Pick<Canary, 'version' | 'at'>): string =>
  `${endedFolder}/${app}/${version}/${Date.parse(at)}.json`;

/** Says when and why a canary ended, in one sentence. */
export function endedSentence(ended: EndedCanary): string {
  const { app, version, at, percent, misfit, views, failures } = ended;
  const share = percent === undefined ? '' : `, at ${percent} % of visitors`;
  const ofCurrent = `the current release in ${ended.currentFailures} of ${ended.currentViews}`;
  const why = misfit ?? `it failed in ${failures} of ${views} views, ${ofCurrent}.`;
  return `The canary ${version} of ${app} was ended at ${minuteOf(at)}${share}: ${why}`;
}

const maxBytes = 4096;

/** Returns why a canary has ended; undefined if it has not, or only after its rollout had arrived. */
export async function readEndedCanary(
  store: ReadableStore,
  app: string,
  canary: Pick<Canary, 'version' | 'at' | 'rollout'>,
): Promise<EndedCanary | undefined> {
  const path = endedPath(app, canary);
  const content = await store.read(path, maxBytes).catch(ifNotStored);
  const ended = content && parseJson(EndedCanary, String(content), path);
  if (!ended || !canary.rollout) return ended;
  // Whoever writes a marker cannot choose its time by the store's clock.
  const markers = await store.list(dirname(path));
  const at = markers.find((marker) => marker.path === path)?.at ?? 0;
  return at < arrivalOf(canary.rollout) ? ended : undefined;
}
