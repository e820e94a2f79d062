import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type KubernetesObject, readObjects, schemaProblems } from 'deploy/objects';
import { policyProblems } from 'deploy/policy';
import type { ContainerSite } from './container-site.ts';
import { runCoreJourneys } from './core-journeys.ts';
import type { Engine } from './engine.ts';
import { hasRegistry } from './node-image.ts';
import { Pods } from './pods.ts';
import { step } from './step.ts';

const root = join(import.meta.dirname, '../../..');

/** Programs of local-services in place of images that cannot be had. The tests read their own inbox. */
const standIns: Record<string, string[]> = {
  postgres: ['--postgres-port=5432'],
  storage: ['--bucket-port=8333'],
  releases: ['--bucket-port=8333'],
  mail: ['--inbox-port=8025', '--smtp-port=1025'],
};

/**
 * Renders both overlays with kubectl and checks every object. Then runs the pods of the local one with
 * `podman kube play`, on the images of a site, and uses them from outside.
 */
export async function runPods(engine: Engine, site: ContainerSite): Promise<void> {
  const local = await step('Both overlays were rendered, nothing in them is wrong', async () => {
    await rendered('production');
    return rendered('local');
  });
  if (!local || engine.name !== 'podman') {
    console.log('– The pods are not run: there is no podman, or no kubectl.');
    return;
  }
  const isOnline = await hasRegistry();
  const pods = new Pods(engine, site.project, forThisMachine(local, site, isOnline));
  try {
    await step('All pods came up from nothing, in no order', async () => {
      await pods.start();
      await site.untilBack();
    });
    await step('The core journeys passed from outside', runCoreJourneys);
  } finally {
    await pods.remove();
  }
}

/** @throws when the overlay cannot be rendered, or something in it is wrong */
async function rendered(overlay: string): Promise<KubernetesObject[] | undefined> {
  const folder = join(root, 'platform/deploy/overlays', overlay);
  let yaml: string;
  try {
    yaml = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
  const objects = readObjects(yaml);
  const problems = [...(await schemaProblems(objects)), ...policyProblems(objects)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const unnamed = objects.filter(
    ({ kind, metadata }) => kind !== 'Namespace' && !metadata.namespace,
  );
  if (unnamed.length > 0) throw new Error(`${unnamed.length} objects have no namespace.`);
  console.log(`  ${overlay}: ${objects.length} objects`);
  return objects;
}

/** The overlay with this machine's ports and images, and the limits of the tests. */
function forThisMachine(
  objects: readonly KubernetesObject[],
  { environment, project }: ContainerSite,
  isOnline: boolean,
): KubernetesObject[] {
  const ports: Record<string, Record<number, string | undefined>> = {
    gateway: { 8080: environment.KARGO_PORT },
    mail: { 8025: environment.KARGO_MAIL_PORT, 1025: environment.KARGO_SMTP_PORT },
    'local-services': {
      3030: environment.KARGO_AUTH_PORT,
      3040: environment.KARGO_STRIPE_PORT,
    },
    postgres: { 5432: environment.KARGO_DATABASE_PORT },
  };
  const text = JSON.stringify(objects)
    .replaceAll('localhost:3000', `localhost:${environment.KARGO_PORT}`)
    .replaceAll('localhost:3030', `localhost:${environment.KARGO_AUTH_PORT}`)
    .replaceAll('localhost:3040', `localhost:${environment.KARGO_STRIPE_PORT}`)
    .replaceAll(/"kargo\/([\w-]+):local"/g, `"docker.io/library/${project}-$1:latest"`);
  const limits = Object.entries(environment).filter(([name]) => /_LIMIT_/.test(name));
  const changed: KubernetesObject[] = JSON.parse(text);
  for (const { kind, metadata, data, spec } of changed) {
    if (kind === 'ConfigMap' && data?.SITE_URL) Object.assign(data, Object.fromEntries(limits));
    const container = spec?.template?.spec?.containers[0];
    if (!container) continue;
    // Podman would open the others on this machine too.
    container.ports = container.ports?.flatMap((port) => {
      const hostPort = ports[metadata.name]?.[port.containerPort];
      return hostPort ? { ...port, hostPort: Number(hostPort), hostIP: '127.0.0.1' } : [];
    });
    const standIn = standIns[metadata.name];
    if (!standIn || (isOnline && metadata.name !== 'mail')) continue;
    // Its program's user, and its folder.
    Object.assign(spec.template?.spec?.securityContext ?? {}, {
      runAsUser: 1000,
      runAsGroup: 1000,
    });
    container.image = `docker.io/library/${project}-local-services:latest`;
    container.command = ['node', 'src/server.ts', '--data=/data', '--host=0.0.0.0'];
    container.args = standIn;
    container.env = [...(container.env ?? []), { name: 'NODE_ENV', value: 'development' }];
    for (const mount of container.volumeMounts ?? []) {
      if (mount.name === 'data') mount.mountPath = '/data';
    }
    container.volumeMounts = container.volumeMounts?.filter(
      ({ mountPath }) => mountPath !== '/var/run/postgresql',
    );
    if (metadata.name === 'mail') container.args.push('--data=/tmp/mail');
  }
  return changed;
}
