import type { ScreenId } from '@kargo/shared-types/page/screens';
import { remoteOf, siteName } from '../routes.ts';
import { candidatesOf, type Release } from './release-records.ts';

/**
 * Returns the title of a screen: the one of its release, else the current one.
 *
 * @param release null if the screen does not load
 */
export function screenTitle(id: ScreenId, release: Release | null): string {
  const remote = remoteOf(id);
  const name = id.slice(remote.length + 1);
  const titles = [release, ...candidatesOf(remote)].map((each) => each?.titles?.[name]);
  return titles.find((title) => title !== undefined) ?? siteName;
}
