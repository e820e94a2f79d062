import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from 'local-services/free-port';
import type { Checkout } from '../support/checkout.ts';
import { siteKeys, siteReleases, siteUrl } from '../support/site.ts';

/** A running development server; stopped on disposal. */
interface Served extends AsyncDisposable {
  url: string;
}

type Folder = Pick<Checkout, 'folder'>;

/** Within the names of variables: the site's port, those of its services, and the first for development. */
const sitePorts = ' OPERATORS_ API_ API_OPERATORS_ MAIL_ SMTP_ AUTH_ DATABASE_ STRIPE_ DEV_'.split(
  ' ',
);

/** `pnpm dev` in the checkout, with its own ports and data. */
export async function devSite({ folder }: Folder, ...parameters: string[]): Promise<Served> {
  // Reuses the releases of the site under test.
  await cp(siteReleases, join(folder, '.kargo/releases'), { recursive: true });
  const port = await freePort(sitePorts.length + (await remotesIn(folder)).length);
  const url = `http://localhost:${port}`;
  const environment = {
    ...Object.fromEntries(sitePorts.map((name, index) => [`KARGO_${name}PORT`, `${port + index}`])),
    KARGO_DATA_DIR: '.kargo',
    ...siteKeys(),
    // On a busy machine, a page may wait long until its script is compiled.
    SCRIPT_SILENCE_MS: '60000',
    KARGO_SITE_URL: url,
  };
  const isReady = (child: ChildProcess) => once(child, 'message');
  return serve({ url, folder, script: 'local/start/dev.ts', parameters, environment, isReady });
}

/** `pnpm dev --only <remote> --site <the site under test>`. */
export async function insideSite({ folder }: Folder, remote: string): Promise<Served> {
  return serveRemote(folder, remote, {
    folder,
    script: 'local/start/dev.ts',
    parameters: ['--only', remote, '--site', siteUrl],
    // The deployed site waits for this remote no longer than for any release.
    compiled: '/remoteEntry.js',
  });
}

/** `pnpm --filter remote-<remote> dev`, with the API of the site under test. */
export async function alone({ folder }: Folder, remote: string): Promise<Served> {
  return serveRemote(folder, remote, {
    folder: join(folder, `remote-${remote}`),
    script: 'node_modules/webpack-cli/bin/cli.js',
    parameters: ['serve', '--mode', 'development', '--env', 'alone'],
    environment: { KARGO_SITE_URL: siteUrl },
    compiled: '/',
  });
}

interface Command {
  /** Working directory, to which `script` is relative. */
  folder: string;
  script: string;
  parameters: string[];
  environment?: Record<string, string | undefined>;
}

/** @param compiled a path that is served once everything is compiled */
async function serveRemote(
  checkout: string,
  remote: string,
  { compiled, ...command }: Command & { compiled: string },
): Promise<Served> {
  const remotes = await remotesIn(checkout);
  const firstPort = await freePort(1 + remotes.length);
  const url = `http://localhost:${firstPort + 1 + remotes.indexOf(`remote-${remote}`)}`;
  const environment = { KARGO_DEV_PORT: `${firstPort}`, ...command.environment };
  const answers = () =>
    fetch(url + compiled).then(
      ({ ok }) => ok,
      () => false,
    );
  const isReady = () => expect.poll(answers, { timeout: 300_000 }).toBe(true);
  return serve({ ...command, url, environment, isReady });
}

/** The folders of a checkout's remotes, in the order of their development servers' ports. */
async function remotesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('remote-')).sort();
}

/** @throws when the command ends before it is ready */
async function serve({
  url,
  folder,
  script,
  parameters,
  environment,
  isReady,
}: Command & { url: string; isReady(child: ChildProcess): Promise<unknown> }): Promise<Served> {
  const child = fork(join(folder, script), parameters, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error(`${script} ended.`)));
  await Promise.race([isReady(child), early]);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
