import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from 'local-services/free-port';
import { databaseUrls } from 'local-services/postgres-url';
import { parse } from 'yaml';
import type { Engine } from './engine.ts';
import { nodeImage } from './node-image.ts';

const root = join(import.meta.dirname, '../../..');

interface Build {
  target: string;
  args: { FOLDER: string };
}
interface Service {
  build?: Build;
}

const readServices = (folder: string): Record<string, Service> =>
  parse(readFileSync(join(folder, 'docker-compose.yml'), 'utf8'), { merge: true }).services;

/** The local profile of docker-compose.yml as a project of its own, on free ports. */
export class ContainerSite {
  readonly #project = `kargo-proof-${process.pid}`;
  /** The addresses, for the end-to-end tests. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #engine: Engine;
  readonly #files: readonly string[];
  /** Images that were there before. */
  readonly #foreign: ReadonlySet<string>;

  private constructor(
    engine: Engine,
    firstPort: number,
    files: readonly string[],
    foreign: string[],
  ) {
    const port = (index: number) => `${firstPort + index}`;
    this.#engine = engine;
    this.#files = files;
    this.#foreign = new Set(foreign);
    this.environment = {
      KARGO_PORT: port(0),
      KARGO_MAIL_PORT: port(1),
      KARGO_AUTH_PORT: port(2),
      KARGO_STRIPE_PORT: port(3),
      KARGO_DATABASE_PORT: port(4),
      KARGO_SMTP_PORT: port(5),
      KARGO_API_OPERATORS_PORT: port(6),
      KARGO_OPERATORS_PORT: port(7),
      SITE_URL: `http://localhost:${port(0)}`,
      INBOX_URL: `http://localhost:${port(1)}`,
      ...databaseUrls(firstPort + 4),
      // The tests sign in more often than people do.
      LOGIN_LIMIT_PER_ADDRESS: '10000',
      LOGIN_LIMIT_PER_ACCOUNT: '10000',
      PAYOUT_MAIL_LIMIT_PER_ADDRESS: '10000',
      PAYOUT_MAIL_LIMIT_PER_ACCOUNT: '10000',
    };
  }

  /** @param files compose files, as paths in the repository */
  static async plan(engine: Engine, files: readonly string[]): Promise<ContainerSite> {
    return new ContainerSite(engine, await freePort(8), files, await imageIds(engine));
  }

  /** Runs compose in this checkout, or in a copy of it; throws with what it printed when it fails. */
  async compose(parameters: string[], folder = root): Promise<void> {
    const [program = '', ...first] = this.#engine.compose;
    const words = [
      ...[...first, '--profile', 'local', '--env-file', 'docker-compose.local.env'],
      ...['--project-name', this.#project, ...this.#files.flatMap((file) => ['--file', file])],
    ];
    await promisify(execFile)(program, [...words, ...parameters], {
      cwd: folder,
      env: { ...process.env, ...this.environment, ...this.#engine.environment },
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  /** Builds the images of all services, or of those named, from this checkout or a copy of it. */
  async build(services: readonly string[] = [], folder = root): Promise<void> {
    const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
    await nodeImage(this.#engine, /^FROM node:(\S+)-bookworm/m.exec(dockerfile)?.[1] ?? '');
    if (this.#engine.name === 'docker') {
      await this.compose(['build', ...services], folder);
      return;
    }
    // Through its API podman keeps no layers, so the packages would be fetched for each image.
    for (const [service, { build }] of Object.entries(readServices(folder))) {
      if (!build || (services.length > 0 && !services.includes(service))) continue;
      const { target, args } = build;
      await this.#engine.run(
        ...['build', '--format', 'docker', '--layers', '--target', target],
        ...['--build-arg', `FOLDER=${args.FOLDER}`],
        ...['--tag', this.#imageOf(service), folder],
      );
    }
  }

  #imageOf(service: string): string {
    return `docker.io/library/${this.#project}-${service}`;
  }

  /** Ends the program of a container as `kill -9` does, and waits until the engine has started it again. */
  async kill(service: string): Promise<void> {
    const label = (name: string, value: string) => `label=com.docker.compose.${name}=${value}`;
    const filters = [label('project', this.#project), label('service', service)];
    const ids = await this.#engine.run(
      ...['ps', '--quiet', ...filters.flatMap((it) => ['--filter', it])],
    );
    const [id = ''] = ids.split('\n');
    const programOf = async () =>
      Number(await this.#engine.run('inspect', '--format', '{{.State.Pid}}', id));
    const killed = await programOf();
    process.kill(killed, 'SIGKILL');
    for (let attempt = 0; [0, killed].includes(await programOf()); attempt += 1) {
      if (attempt > 300) throw new Error(`${service} was not started again.`);
      await wait(100);
    }
  }

  /** Removes all containers, networks, volumes, and the images that were not there before. */
  async remove(): Promise<void> {
    await this.compose(['down', '--volumes', '--remove-orphans', '--timeout', '5']);
    // `down` leaves volumes that an added file has put out of use.
    const filter = ['--filter', `label=com.docker.compose.project=${this.#project}`];
    const volumes = await this.#engine.run('volume', 'ls', '--quiet', ...filter);
    const left = volumes.split('\n').filter(Boolean);
    if (left.length > 0) await this.#engine.run('volume', 'rm', ...left);
    // Names of images that are the same as ones from before.
    for (const service of Object.keys(readServices(root)))
      await this.#engine.run('rmi', this.#imageOf(service)).catch(() => '');
    const made = (await imageIds(this.#engine)).filter((id) => !this.#foreign.has(id));
    if (made.length > 0) await this.#engine.run('rmi', '--force', ...made);
  }
}

async function imageIds(engine: Engine): Promise<string[]> {
  const ids = await engine.run('images', '--quiet', '--all', '--no-trunc');
  return [...new Set(ids.split('\n').filter(Boolean))];
}
