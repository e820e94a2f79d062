import { hasStyleMaker, stylesArrived } from '@kargo/shared-runtime/element-styles';
import { loadStyleMaker } from '@kargo/shared-runtime/load-style-maker';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import { stylesPath } from '@kargo/shared-types/releases/release-addresses';
import { remoteOf } from '../routes.ts';
import { isShellReplaced, type Release } from './release-records.ts';

/** How long a file of styles is waited for. */
const patienceMs = 2000;

/** The files that were asked for, by screen and version; undefined once their styles are in the page. */
const files = new Map<string, Promise<void> | undefined>();

const keyOf = (id: ScreenId, { version }: Release) => `${id} ${version}`;

/** Tells that the page came with the styles of this screen. */
export function stylesCameWith(id: ScreenId, release: Release): void {
  files.set(keyOf(id, release), undefined);
}

/**
 * Loads the styles of a screen and of what is around it: those of its prerendered page. Where there are none, such as
 * of a fallback or with another shell, or they do not come, it loads the style maker. Never rejects.
 *
 * @returns undefined if the page has them
 */
export function loadScreenStyles(id: ScreenId, release: Release): Promise<void> | undefined {
  if (hasStyleMaker()) return undefined;
  const key = keyOf(id, release);
  if (files.has(key)) return files.get(key);
  const styles = isShellReplaced() ? undefined : release.styles;
  const file = addFile(styles?.[id.slice(remoteOf(id).length + 1)]).then(
    () => void files.set(key, undefined),
    () => {
      files.delete(key);
      return loadStyleMaker();
    },
  );
  files.set(key, file);
  return file;
}

async function addFile(integrity?: string): Promise<void> {
  if (!integrity) throw new Error('There is no such file');
  const link = document.createElement('link');
  const href = stylesPath(integrity);
  Object.assign(link, { rel: 'stylesheet', href, integrity, crossOrigin: 'anonymous' });
  document.head.append(link);
  await new Promise((resolve, reject) => {
    setTimeout(reject, patienceMs);
    link.onload = resolve;
    link.onerror = reject;
  });
  if (link.sheet) stylesArrived(link.sheet);
}
