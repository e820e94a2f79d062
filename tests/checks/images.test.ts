import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { validate } from 'dockerfile-utils';
import { composeFile, requiredVariables } from './compose-file.ts';

// Checks that need no container engine. `pnpm proof containers` builds and runs the containers.

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
/** The image or stage below each stage of the Dockerfile. */
const bases = new Map(
  [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)].map(([, base = '', name = '']) => [
    name,
    base,
  ]),
);

const { services } = composeFile(requiredVariables);
const ours = Object.entries(services).filter(([, { build }]) => build);

test('The Dockerfile has no problem that a linter knows', () => {
  assert.deepEqual(validate(dockerfile), []);
});

test('Every base and every image from elsewhere is pinned to a version', () => {
  const images = [
    ...[...bases.values()].filter((base) => !bases.has(base)),
    ...Object.values(services).flatMap(({ image }) => image ?? []),
  ];
  assert.ok(images.length > 0);
  for (const image of images) assert.match(image, /^[\w./-]+:v?\d+\.\d+[\w.-]*$/);
});

test('Images run the Node that everything else runs on', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(bases.get('node'), `node:${devDependencies.node}-bookworm-slim`);
});

test('Programs run as a user without privileges', () => {
  const runtime = /^FROM node AS runtime$([\s\S]*?)^FROM /m.exec(dockerfile)?.[1] ?? '';
  assert.match(runtime, /^USER node$/m);
  assert.equal(dockerfile.match(/^USER /gm)?.length, 1);
  for (const [name, { build }] of ours) {
    assert.equal(bases.get(build?.target ?? ''), 'runtime', name);
  }
});

test('An image has Node and one package with its dependencies, or Node and one build', () => {
  const [, stages = ''] = dockerfile.split('FROM node AS runtime');
  assert.deepEqual(stages.match(/(?<=^RUN ).*/gm), [
    'install --directory --owner=node --group=node /data /releases',
  ]);
  assert.deepEqual(stages.match(/(?<=^COPY ).*/gm), [
    'platform/deploy/strip-types.mjs /',
    '--from=deploy-program /app .',
    '--from=deploy-delivery /app .',
    `--from=build-app /kargo/\${FOLDER}/dist dist`,
  ]);
  assert.equal(dockerfile.match(/ deploy --prod --offline \/app /g)?.length, 2);
  const [, base = ''] = dockerfile.split(' AS node\n');
  assert.doesNotMatch(base.split('FROM')[0] ?? '', /^(RUN|COPY|ENV) /m);
  assert.doesNotMatch(dockerfile, /^(ARG|ENV) .*(SECRET|PASSWORD|_KEY|TOKEN)/m);
});

test('An image has labels for its version, commit and licence', () => {
  for (const name of ['version="${', 'revision="${', 'licenses="MIT"'])
    assert.ok(dockerfile.includes(`org.opencontainers.image.${name}`), name);
});

test('Everything that the Dockerfile copies exists, and is sent to the builder', () => {
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').match(/(?<=^!).*$/gm) ?? [];
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' ').map((source) => source.replace(/\/$/, '')),
  );
  const packages = ours.map(([, { build }]) => `${build?.args.FOLDER}`);
  const wanted = copied.flatMap((source) => (source.startsWith('$') ? packages : source));
  const isSent = (path: string) =>
    sent.some((it) => matchesGlob(path, it) || path.startsWith(`${it}/`));
  const missing = wanted.filter((path) => !isSent(path) || !existsSync(join(root, path)));
  assert.deepEqual(missing, []);
});

for (const [name, { build, command = [] }] of ours) {
  test(`The program of ${name} is in its image`, () => {
    const stage = new RegExp(`^FROM runtime AS ${build?.target}$[\\s\\S]*?^CMD \\["(.*?)"`, 'm');
    const [program] = command.length > 0 ? command : [stage.exec(dockerfile)?.[1]];
    const folder =
      build?.target === 'publisher' ? 'platform/releases/delivery' : `${build?.args.FOLDER}`;
    assert.ok(existsSync(join(root, folder, `${program}`)), program);
  });
}
