import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ApiDocument, apiProblems } from '@kargo/delivery/api-problems';
import { callSchemas } from '@kargo/delivery/call-schemas';
import { keyVariables } from '@kargo/delivery/testing/keys';
import { folder, TestSite } from '@kargo/delivery/testing/test-site';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { listen } from '@kargo/release-log/testing/listen';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import { parseJson } from '@kargo/shared-types/parse-json';
import { knownCalls } from '@kargo/shared-types/releases/kargo-file';
import { apiDocument } from 'api/src/api-document.ts';
import { checkApi } from './check-api.ts';

// Compares last week's releases with this API as it may be next week.

const schema = await apiDocument();

type ObjectSchema = JsonSchema & Required<Pick<JsonSchema, 'properties' | 'required'>>;

/** What tests change in an API: the response to one call, and the request of another. */
interface Changed {
  profile: ObjectSchema;
  login: ObjectSchema;
  paths: ApiDocument['paths'];
}

const drop = ({ properties, required }: ObjectSchema, name: string) => {
  delete properties[name];
  required.splice(0, required.length, ...required.filter((it) => it !== name));
};
const add = ({ properties, required }: ObjectSchema, name: string, isRequired = true) => {
  properties[name] = { type: 'string' };
  if (isRequired) required.push(name);
};

/** A change of the API, and the sentences about last week's release. */
const changes: [what: string, change: (api: Changed) => void, problems: string[]][] = [
  ['nothing', () => {}, []],
  [
    'a field is dropped, read or not',
    ({ profile }) => drop(profile, 'phone'),
    ['auth 1.0.0 reads phone of GET /verify, which the API does not return.'],
  ],
  [
    'a field may be null',
    ({ profile }) => {
      profile.properties.phone = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    },
    ['auth 1.0.0 reads phone of GET /verify as a string, but the API may return null.'],
  ],
  [
    'a field may be left out',
    ({ profile }) => {
      drop(profile, 'phone');
      add(profile, 'phone', false);
    },
    ['auth 1.0.0 reads phone of GET /verify, which the API may leave out.'],
  ],
  ['a field is added', ({ profile }) => add(profile, 'added'), []],
  ['a field is always there now', ({ profile }) => add(profile, 'masked_email'), []],
  ['a field that may be missing is gone', ({ profile }) => drop(profile, 'masked_email'), []],
  [
    'a request needs a new field',
    ({ login }) => add(login, 'captcha'),
    ['auth 1.0.0 does not send captcha with POST /login, which the API requires.'],
  ],
  ['a request may have a new field', ({ login }) => add(login, 'captcha', false), []],
  [
    'a request may not have a field any more',
    ({ login }) => drop(login, 'type'),
    ['auth 1.0.0 sends type with POST /login, which the API does not accept.'],
  ],
  [
    'a call is gone',
    ({ paths }) => delete paths['/api/v1/login'],
    ['auth 1.0.0 needs POST /login, which the API does not have.'],
  ],
];

const named = { release: 'auth 1.0.0', api: 'the API' };
const auth = callSchemas(['POST /login']);

for (const [what, change, problems] of changes) {
  test(`In the API ${what}: ${problems.length > 0 ? 'refused' : 'passed'}`, () => {
    assert.deepEqual(apiProblems(auth, changed(change), named), problems);
  });
}

test('The API has all calls of the apps in this checkout', () => {
  const all = callSchemas([...knownCalls.keys()]);
  assert.deepEqual(apiProblems(all, changed(), { ...named, release: 'shared-types' }), []);
});

test('A release need not wait for a new field of a response that begins optional', () => {
  const withField = (isRequired: boolean) => {
    const calls = callSchemas([]);
    add(calls['GET /verify']?.reads as ObjectSchema, 'nickname', isRequired);
    return apiProblems(calls, changed(), named);
  };
  assert.deepEqual(withField(false), []);
  assert.deepEqual(withField(true), [
    'auth 1.0.0 reads nickname of GET /verify, which the API does not return.',
  ]);
});

test('The releases of a store or of a site are compared', async (t) => {
  Object.assign(process.env, keyVariables);
  const releases = join(folder, 'releases');
  const published = new TestSite(new FolderStore(releases));
  await published.publish({ app: 'auth', version: '1.0.0', calls: auth });
  await published.publish({ version: '0.1.0' });
  const site = await serve(t, releases, { auth: ['1.0.0'], marketing: ['0.1.0'] });
  const printed: string[] = [];
  t.mock.method(console, 'log', (line: string) => printed.push(line));
  const older = JSON.stringify(changed(({ profile }) => drop(profile, 'phone')));
  for (const place of [{ releases }, { site }]) {
    printed.length = 0;
    await checkApi(place, schema);
    assert.deepEqual(printed.slice(-1), [
      'The API has what is needed by auth 1.0.0, marketing 0.1.0.',
    ]);
    await assert.rejects(checkApi(place, older), {
      message:
        'auth 1.0.0 reads phone of GET /verify, which the API does not return.\n' +
        'marketing 0.1.0 reads phone of GET /verify, which the API does not return.\n' +
        'Keep in the API what they need until a day after each of them was replaced.',
    });
  }
});

test('Schemas of a release that throw or take forever are named, and end', async (t) => {
  const slow = `${'a'.repeat(40)}!`;
  const schemas = [{ enum: 5 }, { $ref: '#', const: 1 }, { const: slow, pattern: '^(a+)+$' }];
  const releases = join(folder, 'odd', 'releases');
  for (const [index, reads] of schemas.entries()) {
    const release = testRelease({ app: 'auth', version: `${index + 1}` });
    const dist = join(releases, 'auth', release.version);
    await mkdir(dist, { recursive: true });
    const content = JSON.stringify({ ...release, calls: { 'GET /verify': { reads } } });
    await writeFile(join(dist, 'release.json'), content);
  }
  const site = await serve(t, releases, { auth: ['1', '2', '3'] });
  await assert.rejects(checkApi({ site }, schema), {
    message:
      'auth 1 describes its calls by JSON Schemas that cannot be read.\n' +
      'auth 2 describes its calls by JSON Schemas that cannot be read.\n' +
      `auth 3 reads the response to GET /verify as "${slow}", but the API may return an object.\n` +
      'Keep in the API what they need until a day after each of them was replaced.',
  });
});

function changed(change?: (api: Changed) => void): ApiDocument {
  const document = parseJson(ApiDocument, schema, 'the schema');
  const { paths } = document;
  change?.({
    profile: schemaIn(paths['/api/v1/verify']?.get?.responses['200']?.content),
    login: schemaIn(paths['/api/v1/login']?.post?.requestBody?.content),
    paths,
  });
  return document;
}

function schemaIn(content: Record<string, { schema?: JsonSchema }> | undefined) {
  const { schema } = content?.['application/json'] ?? {};
  assert.ok(schema?.properties && schema.required);
  return schema as ObjectSchema;
}

/** Starts a site with these releases in use, and returns its origin. */
function serve(t: TestContext, releases: string, inUse: object): Promise<string> {
  return listen(t, async ({ url = '' }, response) => {
    const isList = url === '/releases/in-use.json';
    response.end(isList ? JSON.stringify(inUse) : await readFile(join(releases, '..', url)));
  });
}
