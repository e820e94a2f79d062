import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Exit code of a proof that needs something that this machine lacks. */
export const notRun = 77;

/** A container engine with compose. */
export interface Engine extends Disposable {
  name: 'docker' | 'podman';
  /** Versions of engine and compose. */
  versions: string;
  /** Runs a command of the engine and returns its output. */
  run(...parameters: string[]): Promise<string>;
  /** Compose's command, with its first parameters. */
  compose: readonly string[];
  /** Variables for compose. */
  environment: NodeJS.ProcessEnv;
}

/** Finds Docker or podman with compose; undefined if either is missing. */
export async function findEngine(): Promise<Engine | undefined> {
  return (await findDocker()) ?? (await findPodman());
}

async function findDocker(): Promise<Engine | undefined> {
  const version = await output('docker', 'version', '--format', '{{.Server.Version}}');
  const compose = await output('docker', 'compose', 'version', '--short');
  if (!version || !compose) return undefined;
  return {
    name: 'docker',
    versions: `docker ${version.trim()}, compose ${compose.trim()}`,
    run: commandOf('docker'),
    compose: ['docker', 'compose'],
    environment: {},
    [Symbol.dispose]() {},
  };
}

/** Starts podman's service with Docker's API, for Docker's own compose. */
async function findPodman(): Promise<Engine | undefined> {
  const program = process.env.DOCKER_COMPOSE || 'docker-compose';
  const version = await output('podman', 'version', '--format', '{{.Version}}');
  const compose = await output(program, 'version', '--short');
  if (!version || !compose) return undefined;
  const socket = join(tmpdir(), `kargo-podman-${process.pid}.sock`);
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    stdio: 'ignore',
  });
  const healthChecks = runHealthChecks(service);
  await wait(1000);
  return {
    name: 'podman',
    versions: `podman ${version.trim()}, compose ${compose.trim()}`,
    run: commandOf('podman'),
    compose: [program],
    environment: { DOCKER_HOST: `unix://${socket}`, DOCKER_BUILDKIT: '0' },
    [Symbol.dispose]() {
      clearInterval(healthChecks);
      service.kill();
      rmSync(socket, { force: true });
    },
  };
}

/** Runs all containers' health checks each second, which podman leaves to systemd. */
function runHealthChecks(service: ChildProcess): NodeJS.Timeout {
  const run = commandOf('podman');
  let running = false;
  return setInterval(async () => {
    if (running || service.exitCode !== null) return;
    running = true;
    const ids = (await run('ps', '--quiet').catch(() => '')).split('\n').filter(Boolean);
    // Fails for containers without a health check, and for those that just ended.
    await Promise.all(ids.map((id) => run('healthcheck', 'run', id).catch(() => '')));
    running = false;
  }, 1000);
}

function commandOf(program: string): Engine['run'] {
  return async (...parameters) => {
    const { stdout } = await promisify(execFile)(program, parameters, {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
}

const output = (program: string, ...parameters: string[]) =>
  commandOf(program)(...parameters).catch(() => '');
