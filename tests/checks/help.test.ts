import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '@kargo/commands/settings';
import { ourPrograms } from './our-programs.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const programs = ourPrograms.map(([name, file]) => [name, `node ${file}`] as const);
/** One per program, and one that gets its help from commander; with `PROOF=1 pnpm test`, all. */
const names = new Map(
  [...Object.entries<string>(scripts), ...programs].map(([name, script]) => [
    process.env.PROOF ? script : script.replace(/(releases\/commands|driver-commands).*/, '$1'),
    [script, name],
  ]),
);

// Neither tools nor what "pnpm test" and "pnpm check" run.
for (const [script = '', name = ''] of names.values()) {
  const [program, ...parameters] = script.split(' ');
  if (program !== 'node' || script.includes('node_modules') || /:|^record-/.test(name)) continue;
  test(`"pnpm ${name} --help" says how it is used`, async () => {
    const words = [...parameters, '--help'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
    assert.match(stdout, /^Usage: /);
  });
  test(`"pnpm ${name} --nope" is refused in a sentence`, () => {
    const words = [...parameters, '--nope'];
    const options = { cwd: root, encoding: 'utf8', timeout: 30_000 } as const;
    const { status, stderr } = spawnSync(process.execPath, words, options);
    assert.equal(status, 1);
    assert.doesNotMatch(stderr, /^ +at /m);
  });
}
