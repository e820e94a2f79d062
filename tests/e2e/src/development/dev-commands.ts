import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import type { Checkout } from '../support/checkout.ts';
import { siteKeys, siteReleases, siteUrl } from '../support/site.ts';

/** A running development server; stopped on disposal. */
export interface Served extends AsyncDisposable {
  url: string;
}

type Folder = Pick<Checkout, 'folder'>;

const sitePorts = 'OPERATORS API API_OPERATORS MAIL SMTP AUTH DATABASE STRIPE'.split(' ');

/** `pnpm dev` in the checkout, with its own ports and data. */
export async function devSite({ folder }: Folder, ...parameters: string[]): Promise<Served> {
  // Reuses the releases of the site under test.
  await cp(siteReleases, join(folder, '.kargo/releases'), { recursive: true });
  const port = await freePort();
  const ports = sitePorts.map(async (name) => [`KARGO_${name}_PORT`, `${await freePort()}`]);
  const command = run(folder, 'local/start/dev.ts', parameters, {
    ...Object.fromEntries(await Promise.all(ports)),
    KARGO_PORT: `${port}`,
    KARGO_DEV_PORT: `${await freePort(1 + (await remotesIn(folder)).length)}`,
    KARGO_DATA_DIR: '.kargo',
    ...siteKeys(),
    // On a busy machine, a page may wait long until its script is compiled.
    SCRIPT_SILENCE_MS: '60000',
    KARGO_SITE_URL: `http://localhost:${port}`,
  });
  await command.until(once(command.child, 'message'));
  return { url: `http://localhost:${port}`, [Symbol.asyncDispose]: command.end };
}

/** `pnpm dev --only <remote> --site <the site under test>`. */
export async function insideSite({ folder }: Folder, remote: string): Promise<Served> {
  const parameters = ['--only', remote, '--site', siteUrl];
  // The deployed site waits for this remote no longer than for any release.
  return serveRemote({ folder, remote, compiled: '/remoteEntry.js' }, (environment) =>
    run(folder, 'local/start/dev.ts', parameters, environment),
  );
}

/** `pnpm --filter remote-<remote> dev`, with the API of the site under test. */
export async function alone({ folder }: Folder, remote: string): Promise<Served> {
  const parameters = ['serve', '--mode', 'development', '--env', 'alone'];
  return serveRemote({ folder, remote, compiled: '/' }, (environment) =>
    run(join(folder, `remote-${remote}`), 'node_modules/webpack-cli/bin/cli.js', parameters, {
      ...environment,
      KARGO_SITE_URL: siteUrl,
    }),
  );
}

interface ServedRemote {
  /** The checkout. */
  folder: string;
  remote: string;
  /** A path that is served once everything is compiled. */
  compiled: string;
}

async function serveRemote(
  { folder, remote, compiled }: ServedRemote,
  start: (environment: Record<string, string>) => Command,
): Promise<Served> {
  const remotes = await remotesIn(folder);
  const firstPort = await freePort(1 + remotes.length);
  const url = `http://localhost:${firstPort + 1 + remotes.indexOf(`remote-${remote}`)}`;
  const command = start({ KARGO_DEV_PORT: `${firstPort}` });
  await command.until(answers(url + compiled));
  return { url, [Symbol.asyncDispose]: command.end };
}

/** The folders of a checkout's remotes, in the order of their development servers' ports. */
async function remotesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('remote-')).sort();
}

interface Command {
  child: ChildProcess;
  /**
   * Waits for an event of the command.
   *
   * @throws with its output, when it ends before that
   */
  until(event: Promise<unknown>): Promise<void>;
  end(): Promise<void>;
}

function run(
  folder: string,
  script: string,
  parameters: string[],
  environment: Record<string, string>,
): Command {
  const child = fork(join(folder, script), parameters, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      printed += text;
    });
  }
  const ended = once(child, 'exit');
  return {
    child,
    async until(event) {
      const failure = ended.then(() => Promise.reject(new Error(`It ended:\n${printed}`)));
      await Promise.race([event, failure]);
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
