import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { bundleTypebox } from './bundle-typebox.ts';

const program = `
import Type from 'typebox';
import { Check } from 'typebox/schema';
import { Value } from 'typebox/value';
const schema = Type.Object({ id: Type.String({ format: 'uuid' }) });
const found = ['no', crypto.randomUUID()].flatMap((id) => [Check(schema, { id }), Value.Check(schema, { id })]);
const files = ['typebox', 'typebox/schema', 'typebox/value'].map((name) => import.meta.resolve(name));
console.log(JSON.stringify({ found, files }));`;

test('A process with these variables, and one that it starts, load TypeBox from a few files', async () => {
  const env = { ...process.env, ...(await bundleTypebox()) };
  const start = `console.log(require('node:child_process').execFileSync(process.execPath, ['--input-type=module', '-e', process.argv[1]], { encoding: 'utf8' }))`;
  const output = execFileSync(process.execPath, ['-e', start, program], {
    cwd: join(root, 'shared-types'),
    env,
    encoding: 'utf8',
  });
  const { found, files } = JSON.parse(output);
  assert.deepEqual(found, [false, false, true, true]);
  for (const file of files) assert.match(file, /\/node_modules\/\.cache\/typebox-[\d.]+\/\w+\.js$/);
});
