import { spawn } from 'node:child_process';
import { extname, join, posix } from 'node:path';
import { text } from 'node:stream/consumers';
import { mayPublish, readPages, signatureOf } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { ifNotStored } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { PagesOfPair, PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import { PublishedRoutes, prerenderedPaths } from '@kargo/shared-types/releases/published-routes';
import { isRemote, type ReleaseName } from '@kargo/shared-types/releases/release';
import {
  linkProblemPath,
  notFoundPath,
  pagesFile,
  pagesSignatureFile,
  releasePath,
  stylesFile,
} from '@kargo/shared-types/releases/release-addresses';
import { Type } from 'typebox';
import { criticalStyles } from './critical-styles.ts';
import { type KeyedStore, keyFor } from './keys.ts';
import { pathOf, readRelease } from './read-release.ts';
import { RefusedError, requireSize } from './refused-error.ts';
import { nodeBundle } from './remarks-on.ts';
import type { RenderingRequest } from './render-pages.ts';
import { unshared } from './unshared.ts';

/** Timeout for all pages of a pair, which usually take about a second. */
const deadlineMs = 60_000;

/** A shell and a remote shown together; as remote, `shell` means pages without a remote. */
export type Pair = Omit<PagesOfPair, 'pages'>;

/**
 * Renders, signs and stores each pair's public pages, and the frames of its other pages. Keeps
 * pages with a valid signature, to go back fast. A release without a Node bundle has no pages.
 *
 * @throws {RefusedError} when a page does not render
 */
export async function prerender(on: KeyedStore, pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs)
    if (!(await readPages(on.store, pair, on.keys.publishers))) await prerenderPair(on, pair);
}

async function prerenderPair({ store, keys }: KeyedStore, pair: Pair): Promise<void> {
  const { shell, app, version } = pair;
  const read = (of: ReleaseName, path: string) =>
    store.read(pathOf(of, path), largest.file).then(String);
  const ofShell = { app: 'shell', version: shell };
  const shellBundle = await read(ofShell, 'node/prerender.cjs').catch(ifNotStored);
  const remoteBundle =
    app === 'shell' ? 'exports.default = {};' : await read(pair, nodeBundle).catch(ifNotStored);
  if (shellBundle === undefined || remoteBundle === undefined) return;

  const routes = parseJson(
    PublishedRoutes,
    await read(ofShell, 'routes.json'),
    `routes.json of shell ${shell}`,
  );
  const rendered = await renderInChild({
    shell: shellBundle,
    remote: remoteBundle,
    releaseMap: app === 'shell' ? {} : { [app]: [{ url: '/', version }] },
    paths: app === 'shell' ? [notFoundPath, linkProblemPath] : prerenderedPaths(routes, app),
  });

  const ofPage = await read(ofShell, stylesFile);
  const release = await readRelease(store, pair);
  const styles = isRemote(release) ? release.styles : {};
  const pages: PrerenderedPages = {};
  for (const [path, html] of Object.entries(rendered)) {
    const [, screen = ''] = routes.routes.find((it) => it.path === path)?.screen.split('/') ?? [];
    const files = app === 'shell' ? [] : [stylesFile, ...(styles[screen] ?? [])];
    const ofScreen = files.map((file) => {
      const folder = posix.join(releasePath(app, version), file, '../');
      return read(pair, file).then((it) => it.replaceAll(relative, `$&${folder}`), ifNotStored);
    });
    const allStyles = ofPage + (await Promise.all(ofScreen)).join('');
    pages[path] = { html, css: await criticalStyles(html, allStyles) };
  }

  const content = JSON.stringify({ shell, app, version, pages });
  // Only the shell's publisher may sign the pages of others.
  const by = keys.key && mayPublish(keys.key, app) ? app : 'shell';
  const file = pagesFile(shell, pair, by);
  requireSize(`${store.name}/${file}`, Buffer.byteLength(content), largest.pages);
  const signature = await signatureOf('kargo-pages', content, keyFor(by, keys));
  await store.write(file, Buffer.from(content));
  await store.write(pagesSignatureFile(file), Buffer.from(signature));
}

/** Matches the text before a relative address in a style sheet. */
const relative = /url\(["']?(?![\w-]+:|["'/#])/g;

/**
 * Returns HTML by path. Runs teams' code in a child process without environment variables, confined
 * by render-pages.ts; if possible without a network, and as `nobody` or else in a user namespace.
 */
async function renderInChild(request: RenderingRequest) {
  const program = join(import.meta.dirname, `render-pages${extname(import.meta.filename)}`);
  const folder = join(import.meta.dirname, '..');
  const user = process.getuid?.() === 0 ? [] : ['--user'];
  const [command = '', ...parameters] = [
    ...unshared(...user, '--net', '--pid', '--fork', '--kill-child'),
    process.execPath,
    '--no-warnings',
    '--permission',
    `--allow-fs-read=${folder}`,
    program,
  ];
  const child = spawn(command, parameters, {
    env: {},
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  // A child that ends early closes its input. The missing response is reported instead.
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const [response, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return parseJson(Type.Record(Type.String(), Type.String()), response, 'What was rendered');
  } catch (cause) {
    const reason = complaint.trim() || `no response within ${deadlineMs / 1000} s`;
    throw new RefusedError(`A page does not render in Node: ${reason}`, { cause });
  }
}
