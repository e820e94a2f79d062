import { parseJson } from '@kargo/shared-types/parse-json';
import { integrityOf } from '@kargo/shared-types/releases/page-release';
import { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  type InlineScript,
  inlineScriptFile,
  inlineScripts,
} from '@kargo/shared-types/releases/release-addresses';
import type { VerifiedFiles } from '../files/verified-files.ts';

/** The shell that pages are made of. */
export interface Shell {
  /** `index.html`, with the placeholder for the head of the page. */
  html: string;
  routes: PublishedRoutes;
  /** Empty with a development server. */
  inlineScripts: Partial<Record<InlineScript, string>>;
  /** The origin of its development server; undefined for a release. */
  origin?: string;
}

export async function readShell(files: VerifiedFiles, release: StoredRelease): Promise<Shell> {
  const { app, version } = release;
  const read = async (name: string) => `${(await files.readOf(release, name)).content}`;
  const html = await read('index.html');
  if (!html.includes(headPlaceholder)) throw new Error(`${app} ${version}: no ${headPlaceholder}`);
  const scripts = await Promise.all(
    inlineScripts.map(async (name) => [name, await read(inlineScriptFile(name))]),
  );
  return {
    html: html.replaceAll(
      /<script [^>]*src="\/releases\/shell\/[^/"]+\/([^"]+)"/g,
      (tag, file) => `${tag} integrity="${integrityOf(release, file)}" crossorigin`,
    ),
    routes: parseJson(
      PublishedRoutes,
      await read('routes.json'),
      `routes.json of ${app} ${version}`,
    ),
    inlineScripts: Object.fromEntries(scripts),
  };
}
