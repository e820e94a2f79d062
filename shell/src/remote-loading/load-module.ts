import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { inTime } from './load-script.ts';
import { importModule } from './script-url-policy.ts';
import { folderOf } from './tracked-releases.ts';

/** This page cannot run the release. The next page can, or a newer browser. */
export class NotInPage extends Error {}

/**
 * Runs a remote's entry that is an ES module, unless it has run before. The browser checks modules
 * by the page's import map. A newer release's modules are not in it, so all of them are preloaded.
 *
 * @returns its exports
 */
export async function loadModule(release: PageRelease): Promise<unknown> {
  const { url, version } = release;
  // Import maps may contain hashes in all engines that have this; nothing shows it directly.
  if (!('requestClose' in HTMLDialogElement.prototype))
    throw new NotInPage(`This browser cannot check the modules of ${version}`);
  const map = document.querySelector('script[type=importmap]')?.textContent;
  if (!map?.includes(`"${new URL(url).pathname}"`)) await inTime(preload(release), release);
  return inTime(importModule(url), release);
}

async function preload({ hashes = {}, ...release }: PageRelease): Promise<void> {
  const folder = folderOf(release);
  const modules = Object.entries(hashes).filter(([file]) => !file.endsWith('.css'));
  const links = modules.map(([file, hash]) => preloadFile(folder + file, hash));
  await Promise.all(links).catch(() => {
    throw new NotInPage(`${release.version} is newer than this page`);
  });
}

/** Preloads a module. Resolves when it has loaded and matches the hash. */
async function preloadFile(href: string, integrity: string): Promise<void> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href, integrity, crossOrigin: 'anonymous' });
  document.head.append(link);
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
}
