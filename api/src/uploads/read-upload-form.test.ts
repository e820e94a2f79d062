import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { errorResponses } from '../plugins/error-responses.ts';
import { loggerOptions } from '../plugins/request-log.ts';
import { readUploadForm, uploadLimits } from './read-upload-form.ts';
import { spawnCapped } from './spawn-capped.ts';

const boundary = 'x';
const emptyPart = `--${boundary}\r\n\r\n\r\n`;
const end = `--${boundary}--\r\n`;
const part = (disposition: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;

test('the parser stops at its limit: the rest of 200,000 parts is read and ignored', async (t) => {
  const { send } = await formReader(t);
  const flood = emptyPart.repeat(200_000) + end;
  // A body of the same length with nothing to parse, to measure the time of receiving it.
  const plain = part('name="docs"; filename="a.png"', 'y'.repeat(flood.length)) + end;
  const ofPlain = await cpuOf(() => send(plain));
  const { status, code } = await send(flood);
  assert.deepEqual({ status, code }, { status: 413, code: 'payload_too_large' });
  const ofFlood = await cpuOf(() => send(flood));
  assert.ok(ofFlood < ofPlain + 300, `${ofFlood} ms of CPU time, ${ofPlain} for one part`);
});

test('a form with far too many parts gets its response at its end, as does the next', async (t) => {
  const { send } = await formReader(t);
  const field = part('name="name"', 'Ada') + end;
  assert.equal((await send(emptyPart.repeat(50_000) + end)).status, 413);
  assert.equal((await send(field)).status, 200);
});

for (const [what, disposition] of [
  ['a field', 'name="NAME"'],
  ['a file', 'name="NAME"; filename="a.png"'],
] as const) {
  test(`the long name of ${what} is neither logged nor answered`, async (t) => {
    const { send, log } = await formReader(t);
    const name = 'n'.repeat(70_000);
    const { status, code, message } = await send(
      part(disposition.replace('NAME', name), 'x') + end,
    );
    assert.deepEqual({ status, code }, { status: 400, code: 'validation_failed' });
    assert.ok(message.length < 200, `${message.length} characters were answered`);
    assert.ok(log().includes('request refused'));
    assert.ok(log().length < 2000, `${log().length} characters were logged`);
  });
}

test('a text is whole or refused, also when its end is what counts', async (t) => {
  const { send } = await formReader(t);
  const ofLength = (length: number) => send(part('name="name"', 'Ada'.padStart(length)) + end);
  assert.equal((await ofLength(4095)).name?.trim(), 'Ada');
  const { status, code } = await ofLength(4097);
  assert.deepEqual({ status, code }, { status: 400, code: 'validation_failed' });
});

test('half a surrogate pair, which a text can have in UTF-16 only, is replaced as in browsers', async (t) => {
  const { send } = await formReader(t);
  const field = 'name="name"\r\nContent-Type: text/plain; charset=utf-16le';
  // In UTF-8, these are the bytes of half a pair and one character.
  const { name } = await send(part(field, 'A\u0600A') + end);
  assert.equal(name, '\ufffd\u4180');
});

/** A server with one form, which has a field `name` and a file `docs`. */
async function formReader(t: TestContext) {
  let logged = '';
  const stream = new Writable({
    write(line, _encoding, done) {
      logged += line;
      done();
    },
  });
  const app = Fastify({ logger: { ...(loggerOptions('info') as object), stream } });
  await app.register(errorResponses);
  await app.register(multipart, uploadLimits);
  const fields = Type.Object({ name: Type.String() });
  app.post('/form', async (request) => {
    const { texts } = await readUploadForm(request, fields, 'docs');
    return texts;
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  return {
    log: () => logged,
    async send(body: string) {
      const response = await fetch(`${origin}/form`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
      });
      const json = (await response.json()) as { code?: string; message?: string; name?: string };
      return { status: response.status, message: '', ...json };
    },
  };
}

/** CPU time of this process in ms, which other load on the machine does not affect. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Fills this many MB. Without a parameter, prints what it has reserved, like the decoder. */
const program = `
  import { readFileSync } from 'node:fs';
  const megabytes = process.argv[2];
  if (megabytes === 'limits') process.stdout.write(readFileSync('/proc/self/limits'));
  else if (megabytes) Buffer.alloc(megabytes * 2 ** 20, 1);
  else process.stdout.write(/VmData:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
`;

test('a program has three seconds of processor time, however long they take', async (t) => {
  if (process.platform !== 'linux') return t.skip('no other system reports the limits');
  const child = await spawnCapped(await programFile(t), ['limits']);
  assert.match(await text(child.stdout), /Max cpu time +3 +3 +seconds/);
});

test('a program has memory for one picture only, whatever Node reserves', async (t) => {
  if (process.platform !== 'linux') return t.skip('no other system reports reserved memory');
  const file = await programFile(t);
  const endOf = async (megabytes: number) => {
    const [code] = await once(await spawnCapped(file, [`${megabytes}`]), 'close');
    return code;
  };
  assert.equal(await endOf(64), 0);
  assert.notEqual(await endOf(150), 0);
});

test('a program that does not print how much it has reserved is not run', async (t) => {
  await assert.rejects(spawnCapped(await programFile(t, ''), ['1']), /did not print/);
});

async function programFile(t: TestContext, source = program): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-capped-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  await writeFile(file, source);
  return file;
}
