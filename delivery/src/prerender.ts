import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseJson } from 'shared-types/parse-json';
import { PrerenderedPages, PublishedRoutes } from 'shared-types/release';
import { notFoundPath, prerenderedFile } from 'shared-types/release-addresses';
import { exists } from './exists.ts';
import { requiringRoom } from './no-room.ts';
import { RefusedError } from './refused-error.ts';
import type { RenderingRequest } from './render-pages.ts';
import { writeWhole } from './write-whole.ts';

/** For all pages of a pair; it takes about a second. */
const deadlineMs = 60_000;

/** Versions of a shell and of a remote that are shown together. */
export interface Pair {
  shell: string;
  remote: string;
  version: string;
}

/**
 * Renders the public pages that shells show with remotes, and keeps them beside the releases. What was
 * rendered before is left as it is, so going back takes no longer than going forward. A release
 * without a Node bundle is not rendered.
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
  const shellFolder = join(releases, 'shell', shell);
  const shellBundle = join(shellFolder, 'node/prerender.cjs');
  const remoteBundle = join(releases, app, version, 'node/screens.cjs');
  if (await exists(file)) return;
  if (!(await exists(shellBundle)) || !(await exists(remoteBundle))) return;

  const routesFile = join(shellFolder, 'routes.json');
  const { routes } = parseJson(PublishedRoutes, await readFile(routesFile, 'utf8'), routesFile);
  const shown = routes.filter(({ isPublic, screen }) => isPublic && screen?.startsWith(`${app}/`));
  const pages = await renderInChild({
    shell: await readFile(shellBundle, 'utf8'),
    remote: await readFile(remoteBundle, 'utf8'),
    candidates: { [app]: [{ url: '/', version }] },
    // The not-found page is the shell's alone: it is the same with any remote.
    paths: [...shown.map(({ path }) => path), notFoundPath],
  });

  const content = JSON.stringify(pages);
  await requiringRoom(releases, content.length, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, content);
  });
}

/**
 * Runs the teams' code where it has no environment, and can read nothing but its own program, write
 * nothing and start nothing.
 */
async function renderInChild(request: RenderingRequest): Promise<PrerenderedPages> {
  const program = join(import.meta.dirname, 'render-pages.ts');
  const folder = join(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['--permission', `--allow-fs-read=${folder}`, program], {
    env: {},
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  // What it did not read is told by what it does not answer.
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const [answer, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return parseJson(PrerenderedPages, answer, 'What was rendered');
  } catch (cause) {
    const reason = complaint.trim() || `no answer within ${deadlineMs / 1000} s`;
    throw new RefusedError(`A page does not render in Node: ${reason}`, { cause });
  }
}
