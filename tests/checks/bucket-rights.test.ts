import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { apps } from '@kargo/commands/apps';
import { root } from '@kargo/commands/settings';
import { cleanStore } from '@kargo/delivery/clean';
import type { Keys } from '@kargo/delivery/keys';
import { folder, TestSite } from '@kargo/delivery/testing/test-site';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { BucketStore } from '@kargo/release-log/stores/bucket-store';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { startBucket } from 'local-services/bucket/start-bucket';
import { freePorts } from 'local-services/free-port';
import { composeFile, localVariables } from './compose-file.ts';

// The rights in a bucket of releases, as the operators' files grant them.

interface Statement {
  Effect: 'Allow';
  Action: string | string[];
  Resource: string | string[];
  Condition?: object;
}
interface Policy {
  Version: string;
  Statement: Statement[];
}

const textOf = (file: string) => readFileSync(join(root, 'platform/deploy/bucket', file), 'utf8');
const policyOf = (server: 'amazon' | 'minio', app: string): Policy =>
  JSON.parse(
    textOf(`${server}-${app === 'gateway' ? app : 'publisher'}.json`)
      .replaceAll('<bucket>', 'releases')
      .replaceAll('<app>', app),
  );

function allowing({ Statement: all }: Policy, action: string, path: string) {
  const resource = `arn:aws:s3:::releases/${path}`;
  const matches = (pattern: string) =>
    pattern.endsWith('*') ? resource.startsWith(pattern.slice(0, -1)) : resource === pattern;
  return all.find(
    (it) => [it.Action].flat().includes(action) && [it.Resource].flat().some(matches),
  );
}

const created = { Null: { 's3:if-none-match': 'false' } };
const names = [...apps.map(({ name }) => name), 'gateway'];
/** The folders where a publisher or the gateway may write. */
const folders = (name: string) =>
  name === 'gateway' ? ['ended/marketing'] : [name, `pages/${name}`, `log/${name}`];
const everywhere = [...new Set(names.flatMap(folders))];

for (const server of ['amazon', 'minio'] as const)
  for (const name of names)
    test(`The policy for ${server} lets ${name} write only below its own folders, and delete nothing in the log`, () => {
      const policy = policyOf(server, name);
      for (const below of everywhere) {
        const isOwn = folders(name).includes(below);
        const isCreated = /^(log|ended)\//.test(below);
        const put = allowing(policy, 's3:PutObject', `${below}/1`);
        assert.equal(put !== undefined, isOwn, below);
        const expected = isCreated && server === 'amazon' ? created : undefined;
        if (isOwn) assert.deepEqual(put?.Condition, expected, 'MinIO knows no such condition');
        const remove = allowing(policy, 's3:DeleteObject', `${below}/1`);
        assert.equal(remove !== undefined, isOwn && !isCreated, below);
        assert.ok(allowing(policy, 's3:GetObject', `${below}/1`));
      }
      assert.equal(allowing(policy, 's3:PutObject', 'log/1'), undefined);
      const actions = new Set(policy.Statement.flatMap((it) => it.Action));
      const all = ['s3:ListBucket', 's3:GetObject', 's3:PutObject'];
      assert.deepEqual([...actions], name === 'gateway' ? all : [...all, 's3:DeleteObject']);
    });

/** Tries to write below each folder, and to read, list and remove below its own. */
async function tryRights(
  endpoint: string,
  name: string,
  [id, secret]: [id: string, secret: string],
  isListed = true,
) {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
  });
  const store = new BucketStore('s3://releases');
  const isRefused = /the credentials are refused \(403\)$/;
  for (const below of everywhere) {
    const path = `${below}/${name}`;
    const write = () => store.create(path, Buffer.from('content'));
    if (folders(name).includes(below)) {
      assert.equal(await write(), true, path);
      assert.equal(String(await store.read(path, 100)), 'content');
      // Moto computes a different signature for lists.
      if (isListed) assert.ok((await store.list(below)).some((it) => it.path === path));
    } else {
      await assert.rejects(write(), isRefused, path);
      await assert.rejects(store.write(path, Buffer.from('')), isRefused, path);
      await assert.rejects(store.remove(path), isRefused, path);
    }
  }
  if (name === 'gateway') return store;
  await store.remove(`${name}/${name}`);
  // Each command does this first.
  await store.requireConditions(name);
  return store;
}

test('With the identities of compose, for SeaweedFS and its stand-in, each writes only below its own folders', async (context) => {
  const { configs } = composeFile(localVariables);
  const { identities } = JSON.parse(configs.identities?.content ?? '');
  const bucket = await startBucket({ folder: join(folder, 'bucket'), identities });
  context.after(() => bucket[Symbol.asyncDispose]());
  for (const { name, credentials } of identities) {
    const [{ accessKey, secretKey }] = credentials;
    await tryRights(bucket.url, name, [accessKey, secretKey]);
  }
  const stranger = tryRights(bucket.url, 'shell', ['kargo', 'kargo']);
  await assert.rejects(stranger, /credentials are refused/);
});

// `PROOF=1 pnpm test` with this file also tries them. It needs moto.
if (process.env.PROOF)
  test('With the policies for Amazon, each writes only below its own folders', async (context) => {
    const endpoint = await startMoto(context);
    await fetch(`${endpoint}/releases`, { method: 'PUT' });
    const users = new Map<string, [id: string, secret: string]>();
    for (const name of names) {
      await iam(endpoint, { Action: 'CreateUser', UserName: name });
      const policy = policyOf('amazon', name);
      // Moto does not support conditions, and refuses every request with one.
      for (const statement of policy.Statement) delete statement.Condition;
      const document = { PolicyName: 'own', PolicyDocument: JSON.stringify(policy) };
      await iam(endpoint, { Action: 'PutUserPolicy', UserName: name, ...document });
      const key = await iam(endpoint, { Action: 'CreateAccessKey', UserName: name });
      const [, id = ''] = /<AccessKeyId>(.*?)</.exec(key) ?? [];
      const [, secret = ''] = /<SecretAccessKey>(.*?)</.exec(key) ?? [];
      users.set(name, [id, secret]);
    }
    await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: '0' });
    for (const [name, user] of users) {
      const store = await tryRights(endpoint, name, user, false);
      if (name !== 'gateway')
        await assert.rejects(
          store.remove(`log/${name}/${name}`),
          /credentials are refused \(403\)$/,
        );
    }
  });

async function startMoto(context: TestContext): Promise<string> {
  const { PORT: port } = await freePorts(['PORT']);
  const moto = spawn('moto_server', ['--host', '127.0.0.1', '--port', `${port}`], {
    stdio: 'ignore',
  });
  context.after(async () => {
    moto.kill();
    await once(moto, 'exit');
  });
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await fetch(endpoint).catch(() => undefined))) await wait(100);
  return endpoint;
}

async function iam(endpoint: string, parameters: Record<string, string>): Promise<string> {
  const scope = 'Credential=none/20260101/us-east-1/iam/aws4_request';
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none` },
    body: new URLSearchParams({ ...parameters, Version: '2010-05-08' }),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
  return text;
}

class RecordingStore extends FolderStore {
  readonly changes: [action: string, path: string][] = [];

  override create(path: string, content: Buffer): Promise<boolean> {
    this.changes.push(['s3:PutObject', path]);
    return super.create(path, content);
  }

  override write(path: string, content: Buffer): Promise<void> {
    this.changes.push(['s3:PutObject', path]);
    return super.write(path, content);
  }

  override remove(path: string): Promise<void> {
    this.changes.push(['s3:DeleteObject', path]);
    return super.remove(path);
  }
}

test('Publishers do only what the policies allow', async () => {
  const store = new RecordingStore(join(folder, 'releases'));
  const own = await Promise.all(
    ['shell', 'marketing'].map((name) => newPublisherKey(name, [name])),
  );
  const publishers = { log: 'log', keys: own.map(publicPart) };
  const keysOf = (name: string): Keys => ({ publishers, key: own.find((it) => it.kid === name) });
  const content = {
    shell: {
      'node/prerender.cjs': "exports.sharedModules = {}; exports.prerender = async () => '';",
    },
    marketing: { 'node/screens.cjs': 'exports.default = {};' },
  };
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    for (const app of ['shell', 'marketing'] as const) {
      store.changes.length = 0;
      const isRendered = version !== '2.0.0';
      const bundles = isRendered ? { content: content[app] } : {};
      const site = new TestSite(store, keysOf(app));
      await site.publish({ app, version, ...bundles });
      await cleanStore(site.on, [app], { RELEASES_KEEP: '0', RELEASES_KEEP_DAYS: '0' });
      const hasPages = store.changes.some(([, path]) => path.startsWith(`pages/${app}/`));
      assert.ok(hasPages || !isRendered);
      const refused = store.changes.filter(
        ([action, path]) => !allowing(policyOf('amazon', app), action, path),
      );
      assert.deepEqual(refused, []);
    }
});
