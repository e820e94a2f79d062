import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { portsOf, readSettings } from '@kargo/commands/settings';
import { freePorts } from 'local-services/free-port';
import { claimDataFolder } from './site/claim-data-folder.ts';
import { requireFreePorts } from './site/require-free-ports.ts';

// If `pnpm start` cannot start, it prints one sentence that says what to change, and exits with 1.
// `pnpm test` checks start, stop and crash with the site of the end-to-end tests.

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-start-'));
});

after(() => rm(folder, { recursive: true, force: true }));

test('A port is in use', async () => {
  await using taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  assert.deepEqual(await start({ KARGO_PORT: `${port}` }), {
    code: 1,
    output: `Port ${port} is in use: end the program that uses it, or set KARGO_PORT to a free port.\n`,
  });
});

test('A program on ::1 would be shown instead of the site', async (context) => {
  await using taken = createServer().listen(0, '::1');
  const hasIpv6 = await once(taken, 'listening').then(
    () => true,
    () => false,
  );
  if (!hasIpv6) return context.skip('this machine has no IPv6');
  const { port } = taken.address() as AddressInfo;
  const ports = [{ number: port, variable: 'KARGO_PORT' }];
  for (const host of ['127.0.0.1', '0.0.0.0'])
    await assert.rejects(requireFreePorts(ports, host, 0), {
      message: new RegExp(`^Port ${port} is in use: .*KARGO_PORT`),
    });
});

test('The data folder cannot be written', async () => {
  // Not even root can create a folder below a file.
  const file = join(folder, 'file');
  await writeFile(file, '');
  assert.throws(() => claimDataFolder(join(file, 'data')), {
    message: /^The data folder \S+ cannot be written \(.*\): set KARGO_DATA_DIR /,
  });
});

test('The data folder belongs to a running instance', async () => {
  const claim = claimDataFolder(join(folder, 'data'));
  const { code, output } = await start({});
  claim.release();
  assert.equal(code, 1);
  assert.match(
    output,
    new RegExp(
      `^The data folder \\S+ belongs to a running Kargo \\(process ${process.pid}\\): .*KARGO_DATA_DIR.*\n$`,
    ),
  );
});

for (const program of ['start', 'build', 'dev'])
  test(`A parameter that ${program} does not have`, async () => {
    assert.deepEqual(await start({}, program, 'profile'), {
      code: 1,
      output: "Unexpected argument 'profile'. This command does not take positional arguments\n",
    });
  });

test('A data folder is free again as soon as its owner is killed', async () => {
  const data = join(folder, 'data-of-killed');
  const claiming = `
    import { claimDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'site/claim-data-folder.ts'))};
    claimDataFolder(${JSON.stringify(data)});
    gc();
    console.log('claimed');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', claiming]);
  await once(owner.stdout, 'data');
  assert.throws(() => claimDataFolder(data), /belongs to a running Kargo/);
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const claim = claimDataFolder(data);
  assert.equal(claim.afterCrash, true);
  claim.release();
  const next = claimDataFolder(data);
  assert.equal(next.afterCrash, false);
  next.release();
});

async function start(
  environment: Record<string, string>,
  program = 'start',
  ...parameters: string[]
): Promise<{ code: number; output: string }> {
  // Not the default ports: another site may be using them.
  const ports = await freePorts(portsOf(readSettings({})).map(({ variable }) => variable));
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `${program}.ts`), ...parameters],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 30_000,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        KARGO_DATA_DIR: join(folder, 'data'),
        ...ports,
        ...environment,
      },
    },
  );
  const [[code], ...outputs] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output: outputs.join('') };
}
