import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import autocannon from 'autocannon';
import { freePort } from 'local-services/free-port';
import { startPostgres } from 'local-services/postgres';
import { databaseUrls } from 'local-services/postgres-url';
import { Client } from 'pg';
import { root } from '../builds/root.ts';
import { type RunningProgram, startProgram } from '../start-program.ts';

/** What each request is compared with, and the least that this may be of its cost. */
export const requests = {
  verify: {
    title: '`/verify`, asked at the API',
    bare: 'Fastify and pg with the same statement and log lines',
    least: 0.7,
  },
  proxied: {
    title: '`/verify`, asked at the gateway; its time and the API’s',
    bare: 'asked at the API',
    least: 0.6,
  },
  page: { title: '`/` of the gateway', bare: 'the same bytes, sent with node:http', least: 0.6 },
  file: {
    title: 'the shell’s first script of the gateway',
    bare: 'the same bytes, sent with node:http',
    least: 0.9,
  },
};

/** Processor time per request, and of the same work done bare, in ms. */
export interface RequestCost {
  name: keyof typeof requests;
  ms: number;
  bareMs: number;
  /** What autocannon saw: requests per second, and the latency in ms that 99 % stayed below. */
  perSecond: number;
  p99: number;
}

/** A server, and all processes that work for it. */
interface Server {
  port: number;
  processes: readonly RunningProgram[];
}

/** A request that is sent again and again. */
interface Asked {
  path: string;
  headers: Record<string, string>;
}

/** Connections that send at once, as many as the API has to its database. */
const connections = 8;

/** Requests that are not measured, until the code they run is compiled. */
const warmUp = 10_000;

const verify = apiBasePath + apiPaths.verify();

/**
 * Measures what a request costs the API and the gateway, and the same work done bare.
 *
 * @param folder for the data of a database
 * @param releases the folder of a published site
 * @param amount of each request
 */
export async function measureRequests(
  folder: string,
  releases: string,
  amount: number,
): Promise<RequestCost[]> {
  await using database = await startDatabase(folder);
  const { DATABASE_URL, token } = database;
  const GATEWAY_SECRET = randomBytes(32).toString('hex');
  await using stack = new AsyncDisposableStack();
  const start = async (program: string, environment: Record<string, string | undefined>) => {
    const port = await freePort();
    const NODE_OPTIONS = `--import ${new URL('tell-cpu-time.ts', import.meta.url)}`;
    const all = { NODE_OPTIONS, DATABASE_URL, GATEWAY_SECRET, PORT: `${port}`, ...environment };
    return { port, processes: [stack.use(await startProgram(program, all))] };
  };
  const api = await start('api/src/server.ts', {
    FIREBASE_PROJECT_ID: 'demo-kargo',
    STORAGE_DIR: join(folder, 'uploads'),
  });
  const gateway = await start('platform/gateway/src/server.ts', {
    API_URL: `http://127.0.0.1:${api.port}`,
    RELEASES: releases,
    PUBLISHERS: process.env.PUBLISHERS,
  });
  const bare = await start('tests/bench/src/requests/bare-server.ts', {
    VERIFY: verify,
    GATEWAY: `http://127.0.0.1:${gateway.port}`,
  });
  const both = { port: gateway.port, processes: [...gateway.processes, ...api.processes] };

  const call = { path: verify, headers: { authorization: `Bearer ${token}` } };
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const page = { path: paths.home(), headers };
  const file = { path: await firstScript(gateway.port), headers };
  const compare = async (
    name: RequestCost['name'],
    asked: Asked,
    ours: Server,
    other: Server,
  ): Promise<RequestCost> => {
    console.log(`Requests: ${name}`);
    const cost = await send(asked, ours, amount);
    return { name, ...cost, bareMs: (await send(asked, other, amount)).ms };
  };
  return [
    await compare('verify', call, api, bare),
    await compare('proxied', call, both, api),
    await compare('page', page, gateway, bare),
    await compare('file', file, gateway, bare),
  ];
}

async function send({ path, headers }: Asked, { port, processes }: Server, amount: number) {
  const load = { url: `http://127.0.0.1:${port}${path}`, headers, connections, sampleInt: 100 };
  const total = async () => {
    const all = await Promise.all(processes.map((it) => it.cpuMs()));
    return all.reduce((sum, ms) => sum + ms);
  };
  await autocannon({ ...load, amount: warmUp });
  const before = await total();
  const { duration, latency, non2xx, errors } = await autocannon({ ...load, amount });
  if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} times`);
  const ms = ((await total()) - before) / amount;
  return { ms, perSecond: amount / duration, p99: latency.p99 };
}

async function firstScript(port: number): Promise<string> {
  const html = await (await fetch(`http://127.0.0.1:${port}${paths.home()}`)).text();
  const [script] = /\/releases\/shell\/[\w/.-]+\.js/.exec(html) ?? [];
  if (!script) throw new Error('The page names no script of the shell.');
  return script;
}

/** A database with one driver who is signed in. */
async function startDatabase(dataFolder: string) {
  const port = await freePort();
  const postgres = await startPostgres({ dataFolder, port, isDurable: false, log: () => {} });
  const urls = databaseUrls(port);
  execFileSync(process.execPath, [join(root, 'api/src/migrate.ts')], {
    env: { ...process.env, ...urls },
    stdio: 'ignore',
  });
  const token = randomBytes(32).toString('base64url');
  const client = new Client(urls.DATABASE_OWNER_URL);
  await client.connect();
  await client.query(
    // Checked at the identity provider in the future, so that no call asks there.
    `with driver as (
      insert into drivers (firebase_uid, email, name, phone, approved_at, account_checked_at)
      values ('ada', 'ada@kargo.example', 'Ada Field', '+1 2025550142', now(), now() + interval '1 day')
      returning id
    )
    insert into access_tokens (token_hash, driver_id, expires_at)
    select $1, id, now() + interval '30 days' from driver`,
    [createHash('sha256').update(token).digest()],
  );
  await client.end();
  return { ...urls, token, [Symbol.asyncDispose]: () => postgres.stop() };
}
