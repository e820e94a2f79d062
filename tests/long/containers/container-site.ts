import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@kargo/commands/settings';
import { freePorts } from 'local-services/free-port';
import { databaseUrls } from 'local-services/postgres-url';
import { parse } from 'yaml';
import type { Service } from '../../checks/compose-file.ts';
import { testLimits } from '../../checks/site-under-test.ts';
import { eventually } from '../support/eventually.ts';
import type { Engine } from './engine.ts';
import { nodeImage } from './node-image.ts';

const readServices = (folder: string): Record<string, Service> =>
  parse(readFileSync(join(folder, 'docker-compose.yml'), 'utf8'), { merge: true }).services;

/** Variables for the ports that docker-compose.yml and for-tests.yml open. */
const variables = [
  ...['KARGO_PORT', 'KARGO_MAIL_PORT', 'KARGO_AUTH_PORT', 'KARGO_STRIPE_PORT', 'KARGO_SMTP_PORT'],
  ...['KARGO_DATABASE_PORT', 'KARGO_OPERATORS_PORT', 'KARGO_API_OPERATORS_PORT'],
];

/**
 * Plans the local profile of docker-compose.yml as its own project, on free ports.
 *
 * @param files compose files, as paths in the repository
 */
export async function planContainerSite(engine: Engine, files: readonly string[]) {
  const project = `kargo-proof-${process.pid}`;
  const imageOf = (service: string) => `docker.io/library/${project}-${service}`;
  const imagesBefore = new Set(await imageIds(engine));
  const ports = await freePorts(variables);
  /** The addresses, for the end-to-end tests. */
  const environment: NodeJS.ProcessEnv = {
    ...ports,
    SITE_URL: `http://localhost:${ports.KARGO_PORT}`,
    INBOX_URL: `http://localhost:${ports.KARGO_MAIL_PORT}`,
    ...databaseUrls(Number(ports.KARGO_DATABASE_PORT)),
    ...testLimits,
  };
  const kill = (service: string) => killProgram(engine, project, service);
  return { environment, compose, build, kill, remove };

  /** Runs compose in this checkout or a copy. Throws its output if it fails. */
  async function compose(parameters: string[], folder = root): Promise<void> {
    const [program = '', ...first] = engine.compose;
    const words = [
      ...[...first, '--profile', 'local', '--env-file', 'docker-compose.local.env'],
      ...['--project-name', project, ...files.flatMap((file) => ['--file', file])],
    ];
    await promisify(execFile)(program, [...words, ...parameters], {
      cwd: folder,
      env: { ...process.env, ...environment, ...engine.environment },
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  /** Builds the images of all or these services, from this checkout or a copy. */
  async function build(services: readonly string[] = [], folder = root): Promise<void> {
    const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
    await nodeImage(engine, /^FROM node:(\S+)-bookworm/m.exec(dockerfile)?.[1] ?? '');
    if (engine.name === 'docker') {
      await compose(['build', ...services], folder);
      return;
    }
    // Podman's API keeps no layers, so it would fetch the packages for every image.
    for (const [service, { build }] of Object.entries(readServices(folder))) {
      if (!build || (services.length > 0 && !services.includes(service))) continue;
      const { target, args } = build;
      await engine.run(
        ...['build', '--format', 'docker', '--layers', '--target', target],
        ...['--build-arg', `FOLDER=${args.FOLDER}`],
        ...['--tag', imageOf(service), folder],
      );
    }
  }

  /** Removes all containers, networks and volumes, and the new images. */
  async function remove(): Promise<void> {
    await compose(['down', '--volumes', '--remove-orphans', '--timeout', '5']);
    // `down` leaves volumes that one of the files replaced.
    const filter = ['--filter', `label=com.docker.compose.project=${project}`];
    const volumes = await engine.run('volume', 'ls', '--quiet', ...filter);
    const left = volumes.split('\n').filter(Boolean);
    if (left.length > 0) await engine.run('volume', 'rm', ...left);
    // An image that existed before may have a new name.
    for (const service of Object.keys(readServices(root)))
      await engine.run('rmi', imageOf(service)).catch(() => '');
    const made = (await imageIds(engine)).filter((id) => !imagesBefore.has(id));
    if (made.length > 0) await engine.run('rmi', '--force', ...made);
  }
}

/** Ends a container's program like `kill -9`, and waits until the engine has restarted it. */
async function killProgram(engine: Engine, project: string, service: string): Promise<void> {
  const label = (name: string, value: string) => `label=com.docker.compose.${name}=${value}`;
  const filters = [label('project', project), label('service', service)];
  const ids = await engine.run(...['ps', '--quiet', ...filters.flatMap((it) => ['--filter', it])]);
  const [id = ''] = ids.split('\n');
  const programOf = async () =>
    Number(await engine.run('inspect', '--format', '{{.State.Pid}}', id));
  const killed = await programOf();
  process.kill(killed, 'SIGKILL');
  await eventually(async () => {
    if ([0, killed].includes(await programOf()))
      throw new Error(`${service} was not started again.`);
  }, 30_000);
}

async function imageIds(engine: Engine): Promise<string[]> {
  const ids = await engine.run('images', '--quiet', '--all', '--no-trunc');
  return [...new Set(ids.split('\n').filter(Boolean))];
}
