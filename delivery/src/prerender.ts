import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseJson } from 'shared-types/parse-json';
import { PrerenderedPages, PublishedRoutes } from 'shared-types/releases/release';
import { notFoundPath, prerenderedFile } from 'shared-types/releases/release-addresses';
import { largest } from 'shared-types/releases/release-sizes';
import { writeAtomically } from './atomic-write.ts';
import { explainDiskFull } from './disk-full.ts';
import { exists } from './exists.ts';
import { readPublished } from './read-stored.ts';
import { RefusedError } from './refused-error.ts';
import type { RenderingRequest } from './render-pages.ts';
import { requireSize } from './require-size.ts';

/** Timeout for rendering all pages of a pair, which usually takes about a second. */
const deadlineMs = 60_000;

/** Versions of a shell and of a remote that are shown together. */
export interface Pair {
  shell: string;
  remote: string;
  version: string;
}

/**
 * Renders the public pages of each pair of shell and remote, and stores them beside the releases. Pages
 * that exist already are not rendered again, which makes a rollback fast. A release without a Node
 * bundle is not rendered.
 *
 * @throws when a page does not render
 */
export async function prerender(releases: string, pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs) await prerenderPair(releases, pair);
}

async function prerenderPair(
  releases: string,
  { shell, remote: app, version }: Pair,
): Promise<void> {
  const file = join(releases, prerenderedFile(shell, { app, version }));
  if (await exists(file)) return;
  const read = (app: string, version: string, path: string) =>
    readPublished(releases, { app, version }, path, largest.file).then(String);
  const shellBundle = await read('shell', shell, 'node/prerender.cjs').catch(ifMissing);
  const remoteBundle = await read(app, version, 'node/screens.cjs').catch(ifMissing);
  if (shellBundle === undefined || remoteBundle === undefined) return;

  const { routes } = parseJson(
    PublishedRoutes,
    await read('shell', shell, 'routes.json'),
    `routes.json of shell ${shell}`,
  );
  const shown = routes.filter(({ isPublic, screen }) => isPublic && screen?.startsWith(`${app}/`));
  const pages = await renderInChild({
    shell: shellBundle,
    remote: remoteBundle,
    candidates: { [app]: [{ url: '/', version }] },
    // The not-found page belongs to the shell: it is the same with any remote.
    paths: [...shown.map(({ path }) => path), notFoundPath],
  });

  const content = JSON.stringify(pages);
  requireSize(file, Buffer.byteLength(content), largest.pages);
  await explainDiskFull(releases, content.length, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, content);
  });
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Runs the teams' code in a child process without environment variables. It can read only the files of
 * this package, and cannot write files or start processes.
 */
async function renderInChild(request: RenderingRequest): Promise<PrerenderedPages> {
  const program = join(import.meta.dirname, 'render-pages.ts');
  const folder = join(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['--permission', `--allow-fs-read=${folder}`, program], {
    env: {},
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  // A child that ends early closes its input; the missing response is the error that is reported.
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const [answer, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return parseJson(PrerenderedPages, answer, 'What was rendered');
  } catch (cause) {
    const reason = complaint.trim() || `no answer within ${deadlineMs / 1000} s`;
    throw new RefusedError(`A page does not render in Node: ${reason}`, { cause });
  }
}
