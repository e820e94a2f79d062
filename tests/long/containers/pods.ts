import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { KubernetesObject, PodSpec } from 'deploy/objects';
import type { Engine } from './engine.ts';

type Volume = NonNullable<PodSpec['volumes']>[number];

/**
 * The pods of an overlay, run by `podman kube play`. Podman 4 knows pods, configuration, and volumes. What it
 * does not know is done in another way here: a service is a name of its pod on a network, a job is a pod
 * whose end is waited for, secrets are podman's own. Probes, policies and numbers of replicas are left out.
 */
export class Pods {
  readonly #podman: Engine;
  readonly #name: string;
  readonly #objects: readonly KubernetesObject[];
  readonly #secrets: string[] = [];
  readonly #volumes: string[] = [];

  /** @param name of the network, and of what is made beside the pods */
  constructor(podman: Engine, name: string, objects: readonly KubernetesObject[]) {
    this.#podman = podman;
    this.#name = name;
    this.#objects = objects;
  }

  /** Starts all pods in the order in which they are listed, and waits until all jobs have ended. */
  async start(timeoutMs = 180_000): Promise<void> {
    await this.#podman.run('network', 'create', this.#name);
    await this.#inFolder(async (folder) => {
      for (const secret of this.#ofKind('Secret')) await this.#addSecret(secret, folder);
      for (const object of this.#templated()) await this.#play(object, folder);
    });
    const deadline = Date.now() + timeoutMs;
    for (const job of this.#ofKind('Job')) await this.#untilEnded(job, deadline);
  }

  /** Removes the pods, and everything that was made for them. */
  async remove(): Promise<void> {
    const pods = this.#templated().map((object) => this.#podOf(object));
    await this.#podman.run('pod', 'rm', '--force', '--ignore', '--time', '20', ...pods);
    if (this.#secrets.length > 0) await this.#podman.run('secret', 'rm', ...this.#secrets);
    if (this.#volumes.length > 0) {
      await this.#podman.run('volume', 'rm', '--force', ...this.#volumes);
    }
    await this.#podman.run('network', 'rm', '--force', this.#name);
  }

  #ofKind(kind: string): KubernetesObject[] {
    return this.#objects.filter((object) => object.kind === kind);
  }

  #templated(): KubernetesObject[] {
    return this.#objects.filter(({ spec }) => spec?.template);
  }

  #podOf({ metadata }: KubernetesObject): string {
    return `${this.#name}-${metadata.name}`;
  }

  async #addSecret({ metadata, data }: KubernetesObject, folder: string): Promise<void> {
    const file = join(folder, 'secret.json');
    await writeFile(file, JSON.stringify(data), { mode: 0o600 });
    await this.#podman.run('secret', 'create', metadata.name, file);
    this.#secrets.push(metadata.name);
  }

  async #play(object: KubernetesObject, folder: string): Promise<void> {
    const name = this.#podOf(object);
    const template = object.spec?.template;
    const spec = this.#withOwnVolumes(name, template?.spec ?? { containers: [] });
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: template?.metadata?.labels },
      spec,
    };
    const file = join(folder, `${name}.json`);
    const documents = [...this.#ofKind('ConfigMap'), pod].map((it) => JSON.stringify(it));
    await writeFile(file, documents.join('\n---\n'));
    const network = `${this.#name}:alias=${object.metadata.name}`;
    await this.#podman.run('kube', 'play', '--network', network, file);
  }

  /** Podman shares volumes of one name between pods, an `emptyDir` too. */
  #withOwnVolumes(pod: string, spec: PodSpec): PodSpec {
    const own = ({ name, emptyDir, persistentVolumeClaim }: Volume): Volume => {
      const claimName = `${pod}-${persistentVolumeClaim?.claimName ?? name}`;
      if (!emptyDir && !persistentVolumeClaim)
        throw new Error(`${name} is a volume of another kind`);
      this.#volumes.push(claimName);
      return { name, persistentVolumeClaim: { claimName } };
    };
    const containers = spec.containers.map((container) => ({
      ...container,
      startupProbe: undefined,
      readinessProbe: undefined,
      livenessProbe: undefined,
    }));
    return { ...spec, containers, volumes: spec.volumes?.map(own) };
  }

  async #untilEnded(job: KubernetesObject, deadline: number): Promise<void> {
    const pod = this.#podOf(job);
    const container = `${pod}-${job.spec?.template?.spec?.containers[0]?.name}`;
    for (;;) {
      const state = await this.#podman.run(
        ...['inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', container],
      );
      if (state.trim() === 'exited 0') return;
      if (Date.now() > deadline) {
        const log = await this.#podman.run('logs', '--tail', '5', container);
        throw new Error(`${job.metadata.name} did not end: ${state}${log}`);
      }
      await wait(500);
    }
  }

  async #inFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-pods-'));
    await work(folder).finally(() => rm(folder, { recursive: true }));
  }
}
