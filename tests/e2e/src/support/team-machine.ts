import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Checkout, editableCheckout } from './checkout.ts';
import { startRegistry } from './package-registry.ts';
import type { ReleasesFolder } from './releases-folder.ts';
import { runScript } from './run-script.ts';
import { root, siteKeys } from './site.ts';

/** Variables of the site and of the program that runs the test. */
const notTheTeams = /^(KARGO_|PUBLISHER|NODE_TEST_CONTEXT|NODE_OPTIONS|npm_(?!config_registry))/;

export type TeamMachine = Awaited<ReturnType<typeof startTeamMachine>>;

/** A machine with Node, npm and a registry of this checkout's packages. */
export async function startTeamMachine() {
  const parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kargo-team-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const packed = join(folder, 'packages');
  await runScript([join(root, 'platform/releases/pack/pack.ts'), packed]);
  const packages = (await readdir(packed)).map((name) => join(packed, name));
  const registry = parts.use(await startRegistry(packages));
  await writeFile(join(folder, 'npmrc'), `@kargo:registry=${registry.url}\n`);
  const variables: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !notTheTeams.test(name))),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    npm_config_globalconfig: join(folder, 'npmrc'),
    // Each run packs the same versions with other contents.
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };

  return {
    folder,
    packages,

    /**
     * Runs npm in a folder and returns its output.
     *
     * @throws with the output if it fails
     */
    async npm(cwd: string, parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
      const options = { cwd, env: { ...variables, ...env }, maxBuffer: 100_000_000 };
      return (await promisify(execFile)('npm', parameters, options)).stdout;
    },

    /** Runs a server by npm, and waits until it serves this address. */
    async serve(
      cwd: string,
      parameters: string[],
      address: string,
      env: NodeJS.ProcessEnv,
    ): Promise<AsyncDisposable> {
      const server = spawn('npm', parameters, {
        cwd,
        env: { ...variables, ...env },
        stdio: 'ignore',
        // Stops npm together with the server that it starts.
        detached: true,
      });
      const ended = once(server, 'exit');
      while (!(await fetch(address).catch(() => null))?.ok) {
        if (server.exitCode !== null) throw new Error(`npm ${parameters.join(' ')} ended.`);
        await wait(100);
      }
      return {
        async [Symbol.asyncDispose]() {
          process.kill(-(server.pid ?? 0));
          await ended;
        },
      };
    },

    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** Releases a shell that routes to `tracking`, as its team would from its own checkout. */
export async function releaseRoute(
  path: string,
  releases: ReleasesFolder,
  { env, edit }: { env?: NodeJS.ProcessEnv; edit?: (checkout: Checkout) => Promise<void> },
): Promise<void> {
  await using checkout = await editableCheckout();
  const route = `  { path: '${path}', name: 'Tracking', screen: 'tracking/Tracking', access: 'public' },\n];\n`;
  await checkout.edit('shell/src/routes.ts', '];\n', route);
  await edit?.(checkout);
  const program = join(checkout.folder, 'platform/releases/commands/src/release.ts');
  const options = ['--at-once', '--without-browser', '--releases', releases.path];
  await runScript([program, 'shell', ...options], {
    cwd: checkout.folder,
    env: { ...process.env, ...siteKeys(), ...env },
  });
}
