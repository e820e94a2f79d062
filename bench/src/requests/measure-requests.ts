import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import { freePort } from 'local-services/free-port';
import { startPostgres } from 'local-services/postgres';
import { databaseUrls } from 'local-services/postgres-url';
import { Client } from 'pg';
import { root } from '../builds/root.ts';
import { median } from '../median.ts';
import { progress } from '../progress.ts';
import { type Asked, answerTo, send } from './send.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Processor time per request, and of the same work done bare: medians of all rounds, in ms. */
export interface RequestCost {
  name: RequestName;
  ms: number;
  bareMs: number;
  /** The lowest and the highest ratio of `bareMs` to `ms` in one round. */
  spread: readonly [number, number];
}

export type RequestName = 'verify' | 'proxied' | 'page' | 'file';

/** A request, and the processes whose time it takes. */
interface Measured {
  asked: Asked;
  servers: readonly ServerProcess[];
}

/** Requests that are not measured, until the code they run is compiled. */
const warmUp = 10_000;

const verify = apiBasePath + apiPaths.verify();

/**
 * Measures what a request costs the API and the gateway, each in turn with the same work done bare.
 *
 * @param releases the folder of a published site
 * @param publishers `PUBLISHERS` of its gateway
 * @param only the one request to measure; all unless given
 */
export async function measureRequests(
  releases: string,
  publishers: string | undefined,
  { rounds, times, only }: { rounds: number; times: number; only?: string },
): Promise<RequestCost[]> {
  await using folder = await temporaryFolder();
  await using database = await startDatabase(folder.path);
  const { DATABASE_URL, token } = database;
  const start = (program: string, environment: Record<string, string | undefined>) =>
    startServer(program, folder.path, environment);
  const GATEWAY_SECRET = randomBytes(32).toString('hex');
  await using api = await start('api/src/server.ts', {
    DATABASE_URL,
    GATEWAY_SECRET,
    FIREBASE_PROJECT_ID: 'demo-kargo',
    STORAGE_DIR: join(folder.path, 'uploads'),
  });
  await using gateway = await start('gateway/src/server.ts', {
    GATEWAY_SECRET,
    API_URL: `http://127.0.0.1:${api.port}`,
    RELEASES: releases,
    PUBLISHERS: publishers,
  });
  await using bareApi = await start('bench/src/requests/bare-api.ts', {
    DATABASE_URL,
    VERIFY: verify,
  });
  const call = { path: verify, headers: { authorization: `Bearer ${token}` } };
  const of = (server: ServerProcess, what: Omit<Asked, 'port'>, servers = [server]): Measured => ({
    asked: { ...what, port: server.port },
    servers,
  });
  const asBrowser = { 'accept-encoding': 'gzip, deflate, br' };
  const page = { path: paths.home(), headers: asBrowser };
  const file = { path: await firstScript(gateway.port), headers: asBrowser };
  const ANSWERS = join(folder.path, 'answers.json');
  const answers = {
    [page.path]: await lastingAnswer({ ...page, port: gateway.port }),
    [file.path]: await answerTo({ ...file, port: gateway.port }),
  };
  await writeFile(ANSWERS, JSON.stringify(answers));
  await using bareFiles = await start('bench/src/requests/bare-files.ts', { ANSWERS });
  const direct = of(api, call);
  const pairs: Record<RequestName, readonly [ours: Measured, bare: Measured]> = {
    verify: [direct, of(bareApi, call)],
    proxied: [of(gateway, call, [gateway, api]), direct],
    page: [of(gateway, page), of(bareFiles, page)],
    file: [of(gateway, file), of(bareFiles, file)],
  };
  const costs: RequestCost[] = [];
  for (const [name, pair] of Object.entries(pairs)) {
    if (only && only !== name) continue;
    progress(`Processor time of a request: ${name}`);
    costs.push({ name: name as RequestName, ...(await compare(pair, rounds, times)) });
  }
  return costs;
}

/** Sends both requests in turn, so that whatever else the machine does affects both. */
async function compare(
  [ours, bare]: readonly [Measured, Measured],
  rounds: number,
  times: number,
): Promise<Omit<RequestCost, 'name'>> {
  const all: { ms: number; bareMs: number }[] = [];
  for (const { asked } of [ours, bare]) await send(asked, warmUp);
  for (let round = 1; round <= rounds; round += 1) {
    all.push({ ms: await cost(ours, times), bareMs: await cost(bare, times) });
  }
  const ratios = all.map(({ ms, bareMs }) => bareMs / ms);
  return {
    ms: median(all.map(({ ms }) => ms)),
    bareMs: median(all.map(({ bareMs }) => bareMs)),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** Processor time of one request, in ms. */
async function cost({ asked, servers }: Measured, times: number): Promise<number> {
  const total = async () => {
    const all = await Promise.all(servers.map((server) => server.cpuMs()));
    return all.reduce((sum, ms) => sum + ms);
  };
  const before = await total();
  await send(asked, times);
  return ((await total()) - before) / times;
}

/** The page as it is sent once the gateway has compressed it as well as it can. */
async function lastingAnswer(page: Asked) {
  await answerTo(page);
  await wait(6000);
  await answerTo(page);
  await wait(1000);
  return answerTo(page);
}

async function firstScript(port: number): Promise<string> {
  const page = await answerTo({ port, path: paths.home(), headers: {} });
  const html = Buffer.from(page.body, 'base64').toString();
  const [script] = /\/releases\/shell\/[\w/.-]+\.js/.exec(html) ?? [];
  if (!script) throw new Error('The page names no script of the shell.');
  return script;
}

async function temporaryFolder() {
  const path = await mkdtemp(join(os.tmpdir(), 'kargo-requests-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
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
