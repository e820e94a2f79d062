import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaults, readSettings, root } from '@kargo/commands/settings';
import { Variables } from '@kargo/gateway/env';
import { Env, JobEnv } from 'api/src/env.ts';
import { composeFile, composeSource, requiredVariables } from './compose-file.ts';

// The schemas define the variables; docs/operations.md and docker-compose.yml have to match them.

test('The list of the API lists each of its variables with its default', () => {
  assert.deepEqual(documented('docs/operations.md', '## Variables of the API'), defaultsOf(Env));
});

test('The list of the jobs lists each of their variables with its default', () => {
  assert.deepEqual(
    documented('docs/operations.md', '## Variables of the jobs'),
    defaultsOf(JobEnv),
  );
});

test('The list of the gateway lists each of its variables with its default', () => {
  const listed = documented('docs/operations.md', '## Variables of the gateway');
  assert.deepEqual(listed, defaultsOf(Variables));
});

test('The list of the containers has each variable that docker-compose.yml requires or has a default for', () => {
  const own: Record<string, string> = {};
  const inPrograms = { ...defaultsOf(Env), ...defaultsOf(JobEnv), ...defaultsOf(Variables) };
  for (const [, name = '', kind, word] of composeSource.matchAll(/\$\{(\w+):?([-?+])([^}]*)\}/g)) {
    own[rowOf(name)] ??= kind === '?' ? 'required' : (word ?? '');
  }
  const listed = documented('docs/operations.md', '## Containers');
  for (const [name, value] of Object.entries(own)) {
    if (value === '') assert.ok(name in inPrograms, `${name} is read by no program`);
    else assert.equal(listed[name], value, name);
  }
  for (const name of Object.keys(listed)) assert.ok(own[name], `${name} has no default there`);
});

/** All apps' variables share a line. */
const rowOf = (name: string) =>
  name.replace(/^(PUBLISHER_KEY|RELEASES_(SECRET_ACCESS_KEY|ACCESS_KEY_ID))_.*/, '$1_SHELL');

const decidedByContainers = {
  api: [
    'HOST',
    'PORT',
    'OPERATORS_HOST',
    'OPERATORS_PORT',
    'TRUST_PROXY',
    'DATABASE_URL',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'STORAGE_DRIVER',
    'STORAGE_DIR',
  ],
  migrate: ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  gateway: [
    'HOST',
    'PORT',
    'OPERATORS_HOST',
    'OPERATORS_PORT',
    'STATE_DIR',
    'API_URL',
    'KARGO_DEV_APPS',
    'API_BASE',
  ],
};

for (const [program, { properties }] of Object.entries({
  api: Env,
  migrate: JobEnv,
  gateway: Variables,
})) {
  test(`docker-compose.yml hands every other variable on to ${program}`, () => {
    const names = [...composeSource.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
    const { services } = composeFile(
      Object.fromEntries(names.map((name) => [name, `${name} set`])),
    );
    const environment = services[program]?.environment ?? {};
    const others = Object.keys(properties).filter((name) => environment[name] !== `${name} set`);
    assert.deepEqual(others, decidedByContainers[program as keyof typeof decidedByContainers]);
  });
}

test('docker-compose.yml hands the variables for traces on to both servers, if they are set', () => {
  const { services } = composeFile(requiredVariables);
  for (const program of ['api', 'gateway']) {
    const { environment = {} } = services[program] ?? {};
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER']) {
      assert.equal(environment[name], null, `${name} of ${program}`);
    }
  }
});

test('The list of `start` and `dev` lists each of their variables with its default', () => {
  const list = documented('docs/operations.md', '## Variables of `start` and `dev`');
  const own = Object.entries(list).filter(([name]) => name.startsWith('KARGO_'));
  assert.deepEqual(Object.fromEntries(own), {
    ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, String(value)])),
    KARGO_SITE_URL: readSettings({}).siteUrl,
  });
});

/** Returns defaults by variable; without one, `–` or `required`. */
function defaultsOf({ properties, required }: { properties: object; required: string[] }) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const needed = required.includes(name) ? 'required' : '–';
      return [name, 'default' in schema ? String(schema.default) || '–' : needed];
    }),
  );
}

/** Names and defaults in a list below a heading: "- `HOST=127.0.0.1`, `SECRET`: meaning". */
function documented(file: string, heading: string): Record<string, string> {
  const text = readFileSync(join(root, file), 'utf8');
  const [section = ''] = text.slice(text.indexOf(`${heading}\n`) + heading.length).split('\n## ');
  const rows = [...section.matchAll(/^- (`.*?)(, required)?(?:: .*)?$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, names = '', required]) =>
      [...names.matchAll(/`(\w+)(?:=(.*?))?`/g)].map(([, name, value]) => [
        name,
        value ?? (required ? 'required' : '–'),
      ]),
    ),
  );
}
