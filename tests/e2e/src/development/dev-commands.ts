import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from 'local-services/free-port';
import type { Checkout } from '../support/checkout.ts';
import { siteKeys, siteReleases, siteUrl } from '../support/site.ts';

type Folder = Pick<Checkout, 'folder'>;

/** Parts of the variables for ports: those of the site and its services, and the first dev port. */
const sitePorts = ' OPERATORS_ API_ API_OPERATORS_ MAIL_ SMTP_ AUTH_ DATABASE_ STRIPE_ DEV_'.split(
  ' ',
);

/** `pnpm dev` in the checkout, with its own ports and data. */
export async function devSite({ folder }: Folder, ...parameters: string[]) {
  // Reuses the releases of the site under test.
  await cp(siteReleases, join(folder, '.kargo/releases'), { recursive: true });
  const port = await freePort(sitePorts.length + (await remotesIn(folder)).length);
  const url = `http://localhost:${port}`;
  const environment = {
    ...Object.fromEntries(sitePorts.map((name, index) => [`KARGO_${name}PORT`, `${port + index}`])),
    KARGO_DATA_DIR: '.kargo',
    ...siteKeys(),
    // On a busy machine, a page may wait long for its script to compile.
    SCRIPT_SILENCE_MS: '60000',
    KARGO_SITE_URL: url,
  };
  const command = ['local/start/dev.ts', ...parameters];
  return serve(url, folder, command, environment, (child) => once(child, 'message'));
}

/** `pnpm inside <remote> --site <the site under test>` */
export async function insideSite({ folder }: Folder, remote: string) {
  const { url, KARGO_DEV_PORT } = await placeOf(folder, remote);
  const command = ['platform/releases/commands/src/inside.ts', remote, '--site', siteUrl];
  const isReady = () => compiled(url);
  return serve(url, folder, command, { KARGO_DEV_PORT }, isReady);
}

/** `pnpm --filter remote-<remote> dev` with the API of the site under test. */
export async function alone({ folder }: Folder, remote: string) {
  const { url, KARGO_DEV_PORT } = await placeOf(folder, remote);
  const webpack = 'node_modules/webpack-cli/bin/cli.js';
  const command = [webpack, 'serve', '--mode', 'development', '--env', 'alone'];
  const environment = { KARGO_DEV_PORT, KARGO_SITE_URL: siteUrl };
  const isReady = () => compiled(url);
  return serve(url, join(folder, `remote-${remote}`), command, environment, isReady);
}

/** Where a development server serves a remote, and the variable for that. */
async function placeOf(checkout: string, remote: string) {
  const remotes = await remotesIn(checkout);
  const firstPort = await freePort(1 + remotes.length);
  const port = firstPort + 1 + remotes.indexOf(`remote-${remote}`);
  return { url: `http://localhost:${port}`, KARGO_DEV_PORT: `${firstPort}` };
}

/** Waits until an address responds, which it does once everything is compiled. */
async function compiled(address: string): Promise<void> {
  const answers = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 300_000 }).toBe(true);
}

/** A checkout's remotes, in the order of their development servers' ports. */
async function remotesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('remote-')).sort();
}

/**
 * Runs a development server; disposing of it stops it.
 *
 * @param folder working directory; the script is relative to it
 * @throws when the command ends before it is ready
 */
async function serve(
  url: string,
  folder: string,
  [script = '', ...parameters]: string[],
  environment: NodeJS.ProcessEnv,
  isReady: (child: ChildProcess) => Promise<unknown>,
) {
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
