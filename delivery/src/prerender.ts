import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compileFunction } from 'node:vm';
import { parseJson } from 'shared-types/parse-json';
import {
  candidatesIn,
  type PrerenderedPage,
  PublishedRoutes,
  type ReleaseCandidates,
} from 'shared-types/release';
import { readReleaseMap } from './release-map.ts';

/** `node/prerender.cjs` of the shell's release. */
interface ShellBundle {
  /** Modules for the remotes' bundles, by request. */
  sharedModules: Record<string, unknown>;
  prerender(
    path: string,
    candidates: ReleaseCandidates,
    loadScreen: (id: string) => Promise<{ default: unknown }>,
  ): Promise<PrerenderedPage>;
}

/** `node/screens.cjs` of a remote's release. */
interface RemoteBundle {
  default: Record<string, unknown>;
}

type Require = (request: string) => unknown;

/**
 * Renders every public page of a releases folder with the Node bundles of the current releases. The
 * remotes' bundles get React, router and theme from the shell's. As a command it prints the pages
 * as JSON.
 *
 * @returns the pages by path, as linked
 * @throws when a page does not render, or a remote it needs was not published
 */
export async function prerenderPages(releases: string): Promise<Map<string, PrerenderedPage>> {
  const candidates = candidatesIn(await readReleaseMap(releases));
  const folderOf = (app: string) => {
    const version = candidates[app]?.[0]?.version;
    if (!version) throw new Error(`${app} was never published`);
    return join(releases, app, version);
  };
  const shell = await load<ShellBundle>(
    join(folderOf('shell'), 'node/prerender.cjs'),
    createRequire(import.meta.url),
  );
  const handIn: Require = (request) => {
    if (request in shell.sharedModules) return shell.sharedModules[request];
    throw new Error(`The shell does not share ${request}`);
  };
  const remotes = new Map<string, Promise<RemoteBundle>>();
  const loadScreen = async (id: string) => {
    const [remote = '', screen = ''] = id.split('/');
    const file = join(folderOf(remote), 'node/screens.cjs');
    const bundle = remotes.get(remote) ?? load<RemoteBundle>(file, handIn);
    remotes.set(remote, bundle);
    return { default: (await bundle).default[screen] };
  };

  const file = join(folderOf('shell'), 'routes.json');
  const { routes } = parseJson(PublishedRoutes, await readFile(file, 'utf8'), file);
  const pages = new Map<string, PrerenderedPage>();
  // In sequence: they share the state of the router and the theme.
  for (const { path, isPublic } of routes) {
    if (isPublic) pages.set(path, await shell.prerender(path, candidates, loadScreen));
  }
  return pages;
}

/** Runs a CommonJS bundle with this `require`. */
async function load<Exports>(file: string, require: Require): Promise<Exports> {
  const run = compileFunction(await readFile(file, 'utf8'), ['module', 'exports', 'require'], {
    filename: file,
  });
  const module = { exports: {} };
  run(module, module.exports, require);
  return module.exports as Exports;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { releases: { type: 'string' } } });
  if (!values.releases) {
    throw new Error('Usage: node delivery/src/prerender.ts --releases <folder>');
  }
  const pages = await prerenderPages(resolve(values.releases));
  process.stdout.write(JSON.stringify(Object.fromEntries(pages)));
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
