import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { type KubernetesObject, nameOf } from './objects.ts';

/** The pods that may read each secret; only overlay `local` has `seed`. Publishers: `mayRead`. */
const readers: Record<string, string[]> = {
  api: ['api', 'seed'],
  files: ['api', 'seed'],
  'firebase-admin': ['api'],
  gateway: ['api', 'gateway', 'seed'],
  'postgres-api': ['api', 'migrate', 'seed'],
  'postgres-app': ['migrate', 'seed'],
  'releases-reader': ['gateway'],
};
const isStandIn = ({ metadata }: KubernetesObject) =>
  metadata.labels?.['app.kubernetes.io/component'] === 'stand-in';
/** Removes the hash that Kustomize adds. */
const plainName = (name = '') => name.replace(/-[a-z0-9]{10}$/, '');

/** Returns a sentence for each setting that no cluster may have. It begins with the object. */
export function policyProblems(objects: readonly KubernetesObject[]): string[] {
  return [
    ...objects.flatMap((object) => {
      const spec = object.spec?.template?.spec;
      const said = [...(spec ? podProblems(object, spec) : []), ...objectProblems(object)];
      return said.map((problem) => `${nameOf(object)} ${problem}`);
    }),
    ...portProblems(objects),
  ];
}

function podProblems(object: KubernetesObject, spec: IPodSpec): string[] {
  const { securityContext: security } = spec;
  const rules: [boolean, string][] = [
    [security?.runAsNonRoot === true && Number(security.runAsUser) > 0, 'runs as root'],
    [security?.seccompProfile?.type === 'RuntimeDefault', 'may make any system call'],
    [spec.automountServiceAccountToken === false, 'has a token of the cluster'],
    [spec.enableServiceLinks === false, 'is handed the addresses of all services as variables'],
    [!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, 'shares a namespace of its node'],
    [!spec.volumes?.some(({ hostPath }) => hostPath), 'reads the disk of its node'],
    [
      object.kind !== 'Deployment' ||
        isStandIn(object) ||
        Number(spec.terminationGracePeriodSeconds) >= 45,
      'is killed before its requests have ended',
    ],
    [object.kind !== 'Job' || spec.restartPolicy === 'Never', 'loses the log of a failure'],
  ];
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  const mounted = spec.volumes?.map(({ secret }) => secret?.secretName) ?? [];
  const read = [...containers.flatMap(secretsOf), ...mounted];
  const secrets = read.filter((name) => name !== undefined).map(plainName);
  const foreign = secrets.filter((name) => !mayRead(object.metadata.name, name));
  return [
    ...rules.filter(([holds]) => !holds).map(([, problem]) => problem),
    ...foreign.map((name) => `reads the secret ${name}`),
    ...containers.flatMap((container) => containerProblems(object, container)),
  ];
}

function containerProblems(object: KubernetesObject, container: IContainer): string[] {
  const { securityContext: security, resources, env = [], image = '' } = container;
  const isServer = object.kind === 'Deployment';
  const written = env.filter(
    ({ name, value }) => value && /SECRET|PASSWORD|_KEY$|DATABASE_URL|NOTIFY_URL/.test(name),
  );
  const rules: [boolean, string][] = [
    [security?.allowPrivilegeEscalation === false && !security.privileged, 'can gain privileges'],
    [security?.capabilities?.drop?.includes('ALL') === true, 'keeps capabilities of root'],
    [!security?.capabilities?.add, 'gets capabilities of root'],
    [security?.readOnlyRootFilesystem === true, 'can write into its image'],
    [Boolean(resources?.limits?.memory && resources.limits.cpu), 'has no limits'],
    [Boolean(resources?.requests?.memory && resources.requests.cpu), 'requests nothing'],
    [!/:latest$/.test(image), 'runs the latest image'],
    [/:[\w.-]+$|@sha256:/.test(image) || /^kargo\//.test(image), 'runs an image of no version'],
    [!isServer || Boolean(container.readinessProbe && container.livenessProbe), 'is not probed'],
    [
      !isServer || isStandIn(object) || Boolean(container.startupProbe),
      'is not probed at its start',
    ],
    [!container.ports?.some(({ hostPort }) => hostPort), 'opens a port of its node'],
    [written.length === 0 || isStandIn(object), 'has a secret written into it'],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

function objectProblems({ kind, spec, data = {}, metadata }: KubernetesObject): string[] {
  const isLocal = metadata.namespace === 'kargo-local';
  if (kind === 'Secret' && !isLocal) return ['is a secret in a manifest'];
  if (kind === 'Service' && (spec?.type ?? 'ClusterIP') !== 'ClusterIP')
    return ['opens a port of its node'];
  if (kind === 'Ingress' && !spec?.tls) return ['has no TLS'];
  if (kind === 'Namespace') {
    const level = metadata.labels?.['pod-security.kubernetes.io/enforce'];
    return level === 'restricted' ? [] : ['lets every pod in'];
  }
  if (kind !== 'ConfigMap') return [];
  const secrets = Object.keys(data).filter((name) =>
    /SECRET|PASSWORD|PRIVATE|PUBLISHER_KEY|NOTIFY_URL/.test(name),
  );
  return secrets.map((name) => `shows ${name} to whoever reads configuration`);
}

/** The port that Prometheus finds at each pod. It has no login, so no service may lead to it. */
const operatorsPort = 'operators';

/** Reports ports that no service uses, and services without a port. */
function portProblems(objects: readonly KubernetesObject[]): string[] {
  interface Port {
    targetPort?: string | number;
  }
  const services = objects.filter(({ kind }) => kind === 'Service');
  return objects.flatMap((object) => {
    const open = object.spec?.template?.spec?.containers.flatMap(({ ports = [] }) => ports) ?? [];
    if (!object.spec?.template) return [];
    const targets = services
      .filter(({ metadata }) => metadata.name === object.metadata.name)
      .flatMap(({ spec }) => ((spec?.ports ?? []) as Port[]).map((port) => port.targetPort));
    const unused = open.filter(({ name }) => name !== operatorsPort && !targets.includes(name));
    const missing = targets.filter((target) => !open.some(({ name }) => name === target));
    const shown = targets.filter((target) => target === operatorsPort);
    return [
      ...shown.map(() => `${nameOf(object)} opens the port of operators to others`),
      ...unused.map(({ containerPort }) => `${nameOf(object)} opens ${containerPort} for nobody`),
      ...missing.map((target) => `${nameOf(object)} does not open ${target}`),
    ];
  });
}

function secretsOf({ env = [], envFrom = [] }: IContainer): (string | undefined)[] {
  return [
    ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ...envFrom.map(({ secretRef }) => secretRef?.name),
  ];
}

function mayRead(pod: string, secret: string): boolean {
  const app = /^publish-(\w+)$/.exec(pod)?.[1];
  if (app) return [`publisher-${app}`, `releases-writer-${app}`].includes(secret);
  return readers[secret]?.includes(pod) === true;
}
