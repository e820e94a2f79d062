import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { addLink } from './add-link.ts';
import { inTime } from './load-script.ts';
import { importModule } from './script-url-policy.ts';
import { folderOf } from './tracked-releases.ts';

/** This page cannot run the release: the next one can, or a newer browser. */
export class NotInPage extends Error {}

/**
 * Runs the entry of a remote that is an ES module, unless it has run before. The browser checks modules by the import
 * map of the page. Those of a newer release are not in it: all of them are preloaded.
 *
 * @returns its exports
 */
export async function loadModule(release: PageRelease): Promise<unknown> {
  const { url, version } = release;
  // All engines have it since their import maps may contain hashes, which no test tells.
  if (!('requestClose' in HTMLDialogElement.prototype))
    throw new NotInPage(`This browser cannot check the modules of ${version}`);
  const map = document.querySelector('script[type=importmap]')?.textContent;
  if (!map?.includes(`"${new URL(url).pathname}"`)) await inTime(preload(release), release);
  return inTime(importModule(url), release);
}

async function preload({ hashes = {}, ...release }: PageRelease): Promise<void> {
  const folder = folderOf(release);
  const modules = Object.entries(hashes).filter(([file]) => !file.endsWith('.css'));
  const links = modules.map(([file, hash]) => addLink('modulepreload', folder + file, hash));
  await Promise.all(links).catch(() => {
    throw new NotInPage(`${release.version} is newer than this page`);
  });
}
