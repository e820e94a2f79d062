import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { compareWithApi } from '@kargo/commands/compare-with-api';
import { readSettings } from '@kargo/commands/settings';
import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import { publish } from '@kargo/delivery/publish';
import { keys, keyVariables } from '@kargo/delivery/testing/keys';
import { type Build, writeBuild } from '@kargo/delivery/testing/write-build';
import { buildApp } from '@kargo/gateway/app';
import { readEnv } from '@kargo/gateway/env';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { Release } from '@kargo/shared-types/releases/release';
import { copyCheckout } from '@kargo/tools/testing/copy-checkout';

// Releases and APIs of different weeks: the compiler finds what remotes expect, and an API tells what it has, both from a copy
// of this checkout in which files are changed.

const folders = [
  ...['api', 'commands', 'delivery', 'release-log', 'scripts', 'tools'],
  ...['local-services', 'smoke-test'],
  ...['shared-types', 'shared-runtime', 'shared-ui', 'remote-auth', 'remote-profile'],
];

const driver = 'shared-types/src/api/driver.ts';
const session = 'shared-types/src/api/session.ts';

/** Path of a file, and what is done to its content. */
type Edit = [file: string, from: string, to: string];

const field = '  onboarding_completed: Type.Boolean(),\n';

const reading =
  "export const tierOf = (it: import('@kargo/shared-types/api/driver').Profile) => it.tier;";

const tip =
  'const Tip = Type.Object({ amount: Type.Number(), from: Type.String() });\n' +
  'export type Tip = Static<typeof Tip>;\n';

const readingTips =
  "import { apiClient } from '@kargo/shared-runtime/api-client';\n" +
  'export const firstTip = async () => (await apiClient.tips())[0]?.amount;';

/** The profile has a field that remote-profile reads, and one that no remote reads. */
const lastWeek: Edit[] = [
  [driver, field, `${field}  tier: Type.Enum(['basic', 'gold']),\n  nickname: Type.String(),\n`],
  ['remote-profile/src/screens/StripeSuccess.tsx', '\nexport', `\n${reading}\nexport`],
];

const thisWeek: Edit[] = [
  [driver, field, '  onboarding_completed: Type.Union([Type.Boolean(), Type.Null()]),\n'],
  [driver, "['basic', 'gold']", "['basic', 'gold', 'platinum']"],
  [driver, 'nickname: Type', 'alias: Type'],
  [session, '    web_request:', '    captcha: Type.String(),\n    web_request:'],
];

type Calls = NonNullable<Release['calls']>;

const folder = await mkdtemp(join(tmpdir(), 'kargo-check-api-'));
const releases = join(folder, 'releases');
let checkout: string;
/** The calls that the remotes of last week expect. */
let expected: { auth: Calls; profile: Calls };
/** The schema of the API of last week. */
let schema: string;

before(async () => {
  checkout = await copyCheckout(folders);
  for (const change of lastWeek) await edit(change);
  const [auth, profile] = await findExpected('remote-auth', 'remote-profile');
  assert.ok(auth && profile);
  expected = { auth, profile };
  schema = await findSchema();
  await publishBuild({ app: 'auth', version: '1.0.0', calls: expected.auth });
  await publishBuild({ app: 'profile', version: '1.0.0', calls: expected.profile });
  await publishBuild({ app: 'marketing', version: '0.1.0' });
});

after(() => Promise.all([folder, checkout].map((it) => rm(it, { recursive: true, force: true }))));

/** The parts of an API that are changed: the profile in the answer to one call, and the request of another one. */
interface Changed {
  profile: JsonSchema & Required<Pick<JsonSchema, 'properties' | 'required'>>;
  login: Changed['profile'];
  paths: ApiDocument['paths'];
}

const drop = ({ properties, required }: Changed['profile'], name: string) => {
  delete properties[name];
  required.splice(0, required.length, ...required.filter((it) => it !== name));
};
const add = ({ properties, required }: Changed['profile'], name: string, isRequired = true) => {
  properties[name] = { type: 'string' };
  if (isRequired) required.push(name);
};

/** A change of the API, and the sentences about the releases of last week. */
const changes: [what: string, change: (api: Changed) => void, problems: string[]][] = [
  ['nothing', () => {}, []],
  [
    'a field is dropped',
    ({ profile }) => drop(profile, 'onboarding_completed'),
    ['profile 1.0.0 reads onboarding_completed of GET /verify, which the API does not answer.'],
  ],
  [
    'a field may be null',
    ({ profile }) => {
      const anyOf = [{ type: 'boolean' }, { type: 'null' }];
      profile.properties.onboarding_completed = { anyOf };
    },
    [
      'profile 1.0.0 reads onboarding_completed of GET /verify as a boolean, but the API may answer null.',
    ],
  ],
  [
    'a field may be left out',
    ({ profile }) => {
      const [kept] = [profile.properties.onboarding_completed];
      drop(profile, 'onboarding_completed');
      profile.properties.onboarding_completed = kept ?? {};
    },
    ['profile 1.0.0 reads onboarding_completed of GET /verify, which the API may leave out.'],
  ],
  [
    'a field that no remote reads is renamed',
    ({ profile }) => {
      drop(profile, 'nickname');
      add(profile, 'alias');
    },
    [],
  ],
  ['a field is added', ({ profile }) => add(profile, 'added'), []],
  [
    'a request needs a new field',
    ({ login }) => add(login, 'captcha'),
    ['auth 1.0.0 does not send captcha with POST /login, which the API demands.'],
  ],
  ['a request may have a new field', ({ login }) => add(login, 'captcha', false), []],
  [
    'a request may not have a field any more',
    ({ login }) => drop(login, 'type'),
    ['auth 1.0.0 sends type with POST /login, which the API does not accept.'],
  ],
  [
    'a field may have one more value',
    ({ profile }) => profile.properties.tier?.enum?.push('platinum'),
    [
      'profile 1.0.0 reads tier of GET /verify as "basic" or "gold", but the API may answer "platinum".',
    ],
  ],
  [
    'a call is gone',
    ({ paths }) => delete paths['/api/v1/login'],
    ['auth 1.0.0 needs POST /login, which the API does not have.'],
  ],
];

for (const [what, change, problems] of changes) {
  test(`In the API ${what}: ${problems.length > 0 ? 'refused' : 'passed'}`, () => {
    const document = changed(change);
    const problemsOf = (calls: Calls, release: string) =>
      apiProblems(calls, document, { release, api: 'the API' });
    const found = [
      ...problemsOf(expected.auth, 'auth 1.0.0'),
      ...problemsOf(expected.profile, 'profile 1.0.0'),
    ];
    assert.deepEqual(found, problems);
  });
}

function changed(change: (api: Changed) => void): ApiDocument {
  const document = parseJson(ApiDocument, schema, 'the schema');
  const { paths } = document;
  const { requestBody } = paths['/api/v1/login']?.post ?? {};
  change({
    profile: schemaIn(paths['/api/v1/verify']?.get?.responses['200']?.content),
    login: schemaIn(requestBody?.content),
    paths,
  });
  return document;
}

function schemaIn(content: Record<string, { schema?: JsonSchema }> | undefined) {
  const { schema } = content?.['application/json'] ?? {};
  assert.ok(schema?.properties && schema.required);
  return schema as Changed['profile'];
}

test('An API of last week passes with the releases of last week', async () => {
  const { code, stdout, stderr } = await checkApi('--releases', releases);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^marketing 0\.1\.0 was not compared: it was built before releases named their calls\.$/m,
  );
  assert.match(stdout, /^The API has what is needed by auth 1\.0\.0, profile 1\.0\.0\.$/m);
});

test('An API of this week is refused while a site serves releases of last week', async (t) => {
  const site = await serveSite(t, schema);
  const { code, stderr } = await withEdits(thisWeek, () => checkApi('--site', site));
  assert.equal(code, 1);
  // The same is said of other calls that answer with a profile.
  const others = /POST \/driver\/(profile\/update|verify-magic-token)/;
  const lines = stderr.trim().split('\n');
  assert.deepEqual(
    lines.filter((line) => !others.test(line)),
    [
      'auth 1.0.0 does not send captcha with POST /login, which the API demands.',
      'profile 1.0.0 reads onboarding_completed of GET /verify as a boolean, but the API may answer null.',
      'profile 1.0.0 reads tier of GET /verify as "basic" or "gold", but the API may answer "platinum".',
      'Keep in the API what they need until a day after each of them was replaced.',
    ],
  );
});

test('Releases are refused while a site has an API that is a week older', async (t) => {
  const older = changed(({ profile, login }) => {
    drop(login, 'type');
    drop(profile, 'form_completed');
    // These releases go on with it: the field is not read, it was never null, it had fewer values.
    drop(profile, 'nickname');
    profile.properties.image = { type: 'string' };
    profile.properties.tier?.enum?.pop();
  });
  const compare = (site: string) =>
    compareWithApi(
      { store: new FolderStore(releases), keys },
      { auth: '1.0.0', profile: '1.0.0' },
      readSettings({}),
      { site },
    );
  const site = await serveSite(t, JSON.stringify(older));
  const { message } = await compare(site).then(
    () => assert.fail(),
    (error: Error) => error,
  );
  assert.deepEqual(message.split('\n'), [
    `auth 1.0.0 sends type with POST /login, which the API of ${site} does not accept.`,
    `profile 1.0.0 reads form_completed of GET /verify, which the API of ${site} does not answer.`,
    'Deploy an API that has it first, or add --without-api to go on all the same.',
  ]);
  await compare(await serveSite(t, schema));
});

test('An answer that is a list is compared too, and a schema whose fields cannot be found is refused', async () => {
  const calls = 'shared-types/src/api/api-calls.ts';
  const answering = (answer: string): Edit[] => [
    [
      calls,
      'export const apiCalls = {',
      `${tip}export const apiCalls = {\n  tips: { call: 'GET /tips', answer: ${answer} },`,
    ],
    [
      'shared-runtime/src/api-client.ts',
      'export const apiClient = {',
      "export const apiClient = {\n  tips: () => call<import('@kargo/shared-types/api/api-calls').Tip[]>((http) => http.get('/tips')),",
    ],
    ['remote-profile/src/screens/StripeSuccess.tsx', '\nexport', `\n${readingTips}\nexport`],
  ];
  const findOfProfile = () => findExpected('remote-profile');
  const [profile] = await withEdits(answering('Type.Array(Tip)'), findOfProfile);
  assert.deepEqual(profile?.['GET /tips']?.reads, {
    type: 'array',
    items: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  });
  await assert.rejects(
    withEdits(answering("Type.Pick(Tip, ['amount'])"), findOfProfile),
    /It cannot be told whether amount of GET \/tips is read: write its schema with Type\.Object\./,
  );
});

async function edit([file, from, to]: Edit): Promise<void> {
  const path = join(checkout, file);
  const text = await readFile(path, 'utf8');
  assert.ok(text.includes(from), `${file} does not contain ${from}`);
  await writeFile(path, text.replace(from, to));
}

async function withEdits<Result>(edits: Edit[], work: () => Promise<Result>): Promise<Result> {
  const before = new Map<string, string>();
  for (const [file] of edits) before.set(file, await readFile(join(checkout, file), 'utf8'));
  try {
    for (const change of edits) await edit(change);
    return await work();
  } finally {
    for (const [file, text] of before) await writeFile(join(checkout, file), text);
  }
}

/** The calls that each of these remotes expects. */
async function findExpected(...remotes: string[]): Promise<Calls[]> {
  const program = join(checkout, 'tools/src/calls/find-calls.ts');
  const paths = remotes.map((name) => join(checkout, name));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...paths]);
  return JSON.parse(stdout);
}

async function findSchema(): Promise<string> {
  const module = JSON.stringify(join(checkout, 'api/src/api-document.ts'));
  const program = `console.log(await (await import(${module})).apiDocument()); process.exit()`;
  return (await promisify(execFile)(process.execPath, ['-e', program])).stdout;
}

async function publishBuild(build: Build): Promise<void> {
  const store = new FolderStore(releases);
  await publish({ from: [await writeBuild(folder, build)], store, keys });
}

/** A gateway with the releases, in front of an API that only tells what it has. Returns its origin. */
async function serveSite(t: TestContext, document: string): Promise<string> {
  const api = createServer((request, response) => {
    const isSchema = request.url === '/api/v1/openapi.json';
    response.writeHead(isSchema ? 200 : 404, { 'content-type': 'application/json' }).end(document);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  t.after(() => api.close());
  const { port } = api.address() as AddressInfo;
  const { PUBLISHERS } = keyVariables;
  const API_URL = `http://127.0.0.1:${port}`;
  const site = await buildApp(
    readEnv({ RELEASES: releases, PUBLISHERS, API_URL, LOG_LEVEL: 'silent' }),
  );
  t.after(() => site.close());
  return site.listen({ host: '127.0.0.1', port: 0 });
}

/** Runs the command of the copy. */
async function checkApi(...parameters: string[]) {
  const file = join(checkout, 'scripts/check-api.ts');
  const env = { ...process.env, ...keyVariables };
  const running = promisify(execFile)(process.execPath, [file, ...parameters], { env });
  return running.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}
