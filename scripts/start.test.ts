import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { claimDataFolder } from './claim-data-folder.ts';
import { freePorts } from './free-ports.ts';
import { portsOf, readSettings, root } from './settings.ts';

// How `pnpm start` refuses to start. That it starts, stops and survives a crash is tried by
// `pnpm test`, with the site that the end-to-end tests use.

const folder = await mkdtemp(join(tmpdir(), 'kargo-start-'));
after(() => rm(folder, { recursive: true }));

test('a port in use is named, with the variable to change', async () => {
  const variables = portsOf(readSettings({})).map(({ variable }) => variable);
  const ports = await freePorts(variables.length);
  const [port] = ports;
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { code, output } = await start(
    Object.fromEntries(variables.map((variable, index) => [variable, `${ports[index]}`])),
  );
  other.close();
  assert.equal(
    output,
    `Port ${port} is in use: end the program that uses it, or set ${variables[0]} to a free port.\n`,
  );
  assert.equal(code, 1);
});

test('a data folder that cannot be written is named, with the variable to change', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const { code, output } = await start({ KARGO_DATA_DIR: join(file, 'data') });
  assert.match(
    output,
    /^The data folder .*a-file\/data cannot be written \(.*\): set KARGO_DATA_DIR .*\n$/,
  );
  assert.equal(code, 1);
});

test('a data folder that belongs to a running instance is left alone', async () => {
  const owned = join(folder, 'owned');
  const claim = claimDataFolder(owned);
  const { code, output } = await start({ KARGO_DATA_DIR: owned });
  claim.release();
  assert.match(output, new RegExp(`belongs to a running Kargo \\(process ${process.pid}\\)`));
  assert.equal(output.trim().split('\n').length, 1);
  assert.equal(code, 1);
});

test('a setting that cannot be used is named', async () => {
  const { code, output } = await start({ KARGO_API_PORT: 'eighty' });
  assert.equal(output, 'KARGO_API_PORT has to be a port from 1 to 65535, not "eighty".\n');
  assert.equal(code, 1);
});

async function start(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    env: { ...process.env, KARGO_DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
