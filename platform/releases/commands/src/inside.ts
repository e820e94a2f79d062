#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { App } from '@kargo/build/remotes';
import { withoutSecrets } from '@kargo/build/without-secrets';
import { Command } from 'commander';
import { requireSources } from './apps.ts';
import { asCalledHere } from './cli-error.ts';
import { runForApp } from './command.ts';
import { insideSite } from './inside-site.ts';
import { siteOrigin } from './settings.ts';

const command = new Command(asCalledHere('pnpm inside'))
  .description('Shows a remote inside a deployed site and rebuilds it after each edit.')
  .argument('<remote>')
  .requiredOption('--site <address>', 'such as https://kargo.example', siteOrigin)
  .action((name: string, { site }: { site: string }) => showInside(requireSources(name), site));

await runForApp(command);

/** Runs until its build ends, which watches the sources. All bundlers take `--watch`. */
async function showInside({ name, path, port }: App, site: string): Promise<void> {
  const built = join(path, 'dist');
  await once(createServer(insideSite(built, site)).listen(port, '127.0.0.1'), 'listening');
  // Nobody should take an earlier build for this one.
  await rm(built, { recursive: true, force: true });
  console.log(`${name} inside ${site}: http://localhost:${port}. After an edit, reload the page.`);
  const build = spawn('npm', ['run', 'build', '--', '--watch'], {
    cwd: path,
    env: withoutSecrets(process.env),
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group, since a signal to npm alone leaves the bundler running.
    detached: true,
  });
  const stop = () => build.pid !== undefined && process.kill(-build.pid);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  await once(build, 'exit');
}
