import type { App } from '@kargo/tools/remotes';
import { localKey } from './local-key.ts';

export type NamedApp = Pick<App, 'name' | 'folder'>;

/** A part of a file that has the same for each app, between two comments. */
export interface AppSection {
  file: string;
  /** Stands in both comments. */
  name: string;
  text(apps: readonly NamedApp[]): string;
}

const forEach = (text: (app: NamedApp) => string) => (apps: readonly NamedApp[]) =>
  apps.map(text).join('');

const publishers = (apps: readonly NamedApp[]) => {
  const keys = apps.map(({ name }) => {
    const { d: _secret, ...publicKey } = localKey(name);
    return publicKey;
  });
  return JSON.stringify({ log: 'not-secret', keys });
};

/** What files that cannot look at the folders say of each app: those of compose and Kubernetes. */
export const appSections: readonly AppSection[] = [
  {
    file: 'docker-compose.yml',
    name: 'services that publish',
    text: forEach(
      ({ name, folder }) => `\
  ${folder}:
    <<: *publisher
    build: { context: ., target: publisher, args: { FOLDER: ${folder} } }
    environment:
      <<: *release-store
      PUBLISHERS: *publishers
      PUBLISHER_KEY: \${${keyVariable(name)}:?set it, to a private key that may publish this app alone}
`,
    ),
  },
  {
    file: 'docker-compose.yml',
    name: 'apps to wait for',
    text: forEach(({ name, folder }) =>
      name === 'shell'
        ? '      shell: { condition: service_completed_successfully }\n'
        : `      ${folder}: { condition: service_completed_successfully, required: false }\n`,
    ),
  },
  {
    file: 'docker-compose.local.env',
    name: 'keys',
    text: (apps) =>
      `PUBLISHERS='${publishers(apps)}'\n${forEach(
        ({ name }) => `${keyVariable(name)}='${JSON.stringify(localKey(name))}'\n`,
      )(apps)}`,
  },
  {
    file: 'platform/deploy/overlays/local/releases.env',
    name: 'keys',
    text: (apps) => `PUBLISHERS=${publishers(apps)}\n`,
  },
  {
    file: 'platform/deploy/overlays/local/kustomization.yaml',
    name: 'keys',
    text: forEach(
      ({ name }) => `\
  - name: releases-writer-${name}
    literals: [AWS_ACCESS_KEY_ID=kargo, AWS_SECRET_ACCESS_KEY=kargo]
  - name: publisher-${name}
    literals:
      - 'PUBLISHER_KEY=${JSON.stringify(localKey(name))}'
`,
    ),
  },
  {
    file: 'platform/deploy/overlays/local/kustomization.yaml',
    name: 'images',
    text: forEach(({ folder }) => `  - { name: kargo/${folder}, newTag: local }\n`),
  },
  {
    file: 'platform/deploy/overlays/production/kustomization.yaml',
    name: 'images',
    text: forEach(
      ({ folder }) => `\
  - name: kargo/${folder}
    newName: registry.example/kargo/${folder}
    newTag: 0.1.0
`,
    ),
  },
  {
    file: 'platform/deploy/base/publishers.yaml',
    name: 'jobs',
    text: (apps) => apps.map(job).join('---\n'),
  },
];

/** The variable of compose with an app's private key. */
const keyVariable = (app: string) => `PUBLISHER_KEY_${app.toUpperCase()}`;

const job = ({ name, folder }: NamedApp) => `\
apiVersion: batch/v1
kind: Job
metadata:
  name: publish-${name}
  labels: &labels
    app.kubernetes.io/name: publish-${name}
    app.kubernetes.io/component: publisher
spec:
  backoffLimit: 3
  ttlSecondsAfterFinished: 300
  template:
    metadata:
      labels: *labels
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      restartPolicy: OnFailure
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: publish
          image: kargo/${folder}
          envFrom:
            - configMapRef: { name: releases }
            - secretRef: { name: releases-writer-${name} }
          env:
            - name: PUBLISHER_KEY
              valueFrom:
                secretKeyRef: { name: publisher-${name}, key: PUBLISHER_KEY }
          resources:
            requests: { cpu: 100m, memory: 256Mi }
            limits: { cpu: "1", memory: 1Gi }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts: [{ name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: { sizeLimit: 512Mi } }]
`;
