import { resolve } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import type { Floor } from '@kargo/release-log/log/read-log';
import { type Publishers, parsePublishers } from '@kargo/release-log/rules/release-signature';
import { isBucket } from '@kargo/release-log/stores/open-release-store';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import envSchema from 'env-schema';
import { type Static, Type } from 'typebox';
import { isPublicKey, publicSecret } from './public-keys.ts';

const isHttpUrl = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const isOrigin = (value: string) => isHttpUrl(value) && /^[^/]+\/\/[^/?#]+\/?$/.test(value);

/** By its description in error messages: whether a value is an address of this kind. */
const kinds: Record<string, (value: string) => boolean> = {
  'an origin such as https://kargo.example': isOrigin,
  'a path or an http(s) URL': (value) => isHttpUrl(value) || /^\/(?!\/)/.test(value),
  'an http(s) URL': isHttpUrl,
};
const [origin, pathOrUrl, url] = Object.keys(kinds).map((description) => ({ description }));

const usualWorkers =
  '/sw.js,/service-worker.js,/serviceworker.js,/ngsw-worker.js,/firebase-messaging-sw.js,/OneSignalSDKWorker.js';

export const Variables = Type.Object({
  /** Always treated as `production` if `SITE_URL` is https or the Stripe key is a live one. */
  NODE_ENV: Type.Enum(['development', 'test', 'production'], { default: 'development' }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    default: 'info',
  }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535 }),
  /** The release board and metrics for operators, without a login; off if the port is not set. */
  OPERATORS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATORS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  /** The release store: a folder, or a bucket such as `s3://bucket/prefix`. */
  RELEASES: Type.String({ default: 'releases' }),
  /** Maximum size of the copies of a bucket's files in `STATE_DIR`. */
  RELEASES_CACHE_BYTES: Type.Integer({ default: 2_000_000_000, minimum: 1 }),
  /** JWK set of the publishers' public keys. Releases signed with other keys are not served. */
  PUBLISHERS: Type.Optional(Type.String()),
  /** The gateway's own folder, where it keeps the state of the release log. */
  STATE_DIR: Type.Optional(Type.String()),
  /** Records that the log must have, in case `STATE_DIR` is empty: `app:number:hash,…`. */
  RELEASES_AT_LEAST: Type.String({ default: '' }),
  /** Address that is notified when this gateway ends a canary. It may contain a secret. */
  KARGO_NOTIFY_URL: Type.Optional(Type.String()),
  /** Origin of the product API; requests under /api are forwarded to it. */
  API_URL: Type.String({ ...origin, default: 'http://127.0.0.1:3010' }),
  /** Secret by which the API recognizes the gateway and trusts its forwarding headers. */
  GATEWAY_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** The site's public origin, for canonical links and headers about https. */
  SITE_URL: Type.Optional(Type.String(origin)),
  /** Whether browsers must also use https for all subdomains. */
  HSTS_INCLUDE_SUBDOMAINS: Type.Boolean({ default: false }),
  /** Addresses whose X-Forwarded-For is trusted: a list, `false`, or in development `true`. */
  TRUST_PROXY: Type.String({ default: 'false' }),
  /** Maximum number of open requests from one address, or one IPv6 network. */
  REQUESTS_PER_ADDRESS: Type.Integer({ default: 200, minimum: 1 }),
  /** Maximum connections from one address, or one IPv6 network, except proxies in TRUST_PROXY. */
  CONNECTIONS_PER_ADDRESS: Type.Integer({ default: 500, minimum: 1 }),
  /** How long only `/readyz` fails after SIGTERM, so that load balancers stop sending requests. */
  SHUTDOWN_DELAY_SECONDS: Type.Integer({ default: 5, minimum: 0, maximum: 300 }),
  /** How long an unused connection stays open. A balancer must close it earlier. */
  KEEP_ALIVE_SECONDS: Type.Integer({ default: 75, minimum: 1, maximum: 3600 }),
  /** Maximum number of simultaneous uploads from one address, or one IPv6 network. */
  UPLOADS_PER_ADDRESS: Type.Integer({ default: 16, minimum: 1 }),
  /** Development only: apps served by webpack instead of a release, `name=origin,…`. */
  KARGO_DEV_APPS: Type.String({ default: '' }),

  API_BASE: Type.String({ ...pathOrUrl, default: apiBasePath }),
  IP_LOOKUP_URL: Type.String({ ...pathOrUrl, default: apiBasePath + apiPaths.ip() }),
  FIREBASE_API_KEY: Type.Optional(Type.String()),
  FIREBASE_AUTH_DOMAIN: Type.Optional(Type.String()),
  FIREBASE_PROJECT_ID: Type.Optional(Type.String()),
  FIREBASE_STORAGE_BUCKET: Type.Optional(Type.String()),
  FIREBASE_MESSAGING_SENDER_ID: Type.Optional(Type.String()),
  FIREBASE_APP_ID: Type.Optional(Type.String()),
  FIREBASE_MEASUREMENT_ID: Type.Optional(Type.String()),
  FIREBASE_AUTH_EMULATOR_URL: Type.Optional(Type.String(origin)),
  CONTACT_EMAIL: Type.String({ default: 'hello@kargo.example' }),
  CONTACT_PHONE: Type.String({ default: '+1 (555) 010-0199' }),
  /** For security.txt: where to report vulnerabilities, and until when that address is valid. */
  SECURITY_CONTACT: Type.Optional(Type.String({ pattern: '^(mailto:|https://|tel:)\\S+$' })),
  SECURITY_EXPIRES: Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }),
  ),
  IOS_APP_URL: Type.Optional(Type.String(url)),
  ANDROID_APP_URL: Type.Optional(Type.String(url)),
  SOCIAL_PHOTOS_URL: Type.Optional(Type.String(url)),
  SOCIAL_CHAT_URL: Type.Optional(Type.String(url)),
  SOCIAL_FILMS_URL: Type.Optional(Type.String(url)),
  SOCIAL_WORK_URL: Type.Optional(Type.String(url)),
  /** Paths where an earlier site may have had a service worker, separated by commas. */
  OLD_WORKERS: Type.String({ default: usualWorkers }),
  /** How many milliseconds a loading script may be silent before its release is given up. */
  SCRIPT_SILENCE_MS: Type.Optional(Type.Integer({ minimum: 100, maximum: 600_000 })),
});
type Variables = Static<typeof Variables>;

/** Origins of webpack development servers, by app name, such as `profile`. */
export type DevelopmentApps = ReadonlyMap<string, string>;

type Parsed = 'PUBLISHERS' | 'RELEASES_AT_LEAST' | 'TRUST_PROXY' | 'KARGO_DEV_APPS';

export interface Env extends Omit<Variables, Parsed> {
  PUBLISHERS: Publishers;
  RELEASES_AT_LEAST: readonly Floor[];
  SITE_URL: string;
  TRUST_PROXY: boolean | string;
  KARGO_DEV_APPS: DevelopmentApps;
}

/** The environment is invalid, and the gateway does not start. The message says what to change. */
export class EnvError extends Error {}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 *
 * @throws {EnvError} when a variable is missing or invalid, or a combination is unsafe
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const { variables, publishers } = validate(source);
  for (const [name, schema] of Object.entries(Variables.properties)) {
    const value = variables[name as keyof Variables];
    const kind = 'description' in schema ? `${schema.description}` : '';
    if (value === undefined || kinds[kind]?.(`${value}`) !== false) continue;
    throw new EnvError(`${name} has to be ${kind}, not "${value}".`);
  }
  const { FIREBASE_AUTH_EMULATOR_URL: emulator, TRUST_PROXY: proxy } = variables;
  const env = {
    ...variables,
    API_URL: new URL(variables.API_URL).origin,
    SITE_URL: new URL(variables.SITE_URL ?? `http://localhost:${variables.PORT}`).origin,
    RELEASES: isBucket(variables.RELEASES) ? variables.RELEASES : resolve(variables.RELEASES),
    PUBLISHERS: publishers,
    RELEASES_AT_LEAST: readFloors(variables.RELEASES_AT_LEAST),
    TRUST_PROXY: { true: true, false: false }[proxy] ?? proxy,
    KARGO_DEV_APPS: readDevelopmentApps(variables.KARGO_DEV_APPS),
    ...(emulator && { FIREBASE_AUTH_EMULATOR_URL: new URL(emulator).origin }),
  };
  if (isHttps(env) || /^.._live_/.test(source.STRIPE_SECRET_KEY ?? '')) env.NODE_ENV = 'production';
  for (const [sentence, isBroken] of Object.entries(rules)) {
    if (isBroken(env, variables)) throw new EnvError(sentence);
  }
  trustedProxies(env);
  return env;
}

/** Returns a function that says whether the `X-Forwarded-For` of an address is trusted. */
export function trustedProxies({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>) {
  if (typeof TRUST_PROXY === 'boolean') return () => TRUST_PROXY;
  try {
    const isTrusted = proxyAddr.compile(TRUST_PROXY.split(',').map((range) => range.trim()));
    return (address: string) => isTrusted(address, 0);
  } catch (error) {
    const list = 'a list of addresses and networks such as 10.0.0.0/8,uniquelocal';
    throw new EnvError(`TRUST_PROXY has to be ${list}: ${(error as Error).message}.`);
  }
}

function validate(source: Record<string, string | undefined>) {
  const data = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  try {
    const variables = envSchema<Variables>({ schema: Variables, data, env: false });
    const { PUBLISHERS = '{"log":"none","keys":[]}' } = variables;
    return { variables, publishers: parsePublishers(PUBLISHERS, 'PUBLISHERS') };
  } catch (error) {
    throw new EnvError((error as Error).message);
  }
}

/** Reads the floors that a publish prints, such as `auth:12:…,shell:7:…`. */
function readFloors(value: string): Floor[] {
  const entries = value.split(/[\s,]+/).filter(Boolean);
  return entries.map((entry) => {
    const [, app, number, hash] = /^([\w-]+):(\d+):([\w+/]{64})$/.exec(entry) ?? [];
    if (app && hash) return { app, number: Number(number), hash };
    throw new EnvError(
      `RELEASES_AT_LEAST has to be what a publish prints, app:number:hash,…, but has "${entry}".`,
    );
  });
}

/** Reads a list such as `shell=http://localhost:3100,profile=http://localhost:3103`. */
function readDevelopmentApps(value: string): DevelopmentApps {
  const entries = value.split(',').map((entry) => entry.trim());
  return new Map(
    entries.filter(Boolean).map((entry) => {
      const [, name, url = ''] = /^([a-z][a-z0-9-]*)=(.*)$/s.exec(entry) ?? [];
      if (name && isHttpUrl(url)) return [name, new URL(url).origin];
      throw new EnvError(`KARGO_DEV_APPS has to be a list of name=origin, but has "${entry}".`);
    }),
  );
}

const isProduction = ({ NODE_ENV }: Env) => NODE_ENV === 'production';
const isHttps = ({ SITE_URL }: Env) => SITE_URL.startsWith('https:');

/** By error message: the condition under which the gateway refuses to start. */
const rules: Record<string, (env: Env, variables: Variables) => boolean> = {
  'FIREBASE_API_KEY and FIREBASE_PROJECT_ID have to be set together.': (env) =>
    !env.FIREBASE_API_KEY !== !env.FIREBASE_PROJECT_ID,
  'KARGO_NOTIFY_URL has to be an http(s) URL.': ({ KARGO_NOTIFY_URL: url }) =>
    url !== undefined && !isHttpUrl(url),
  'SECURITY_CONTACT and SECURITY_EXPIRES have to be set together.': (env) =>
    !env.SECURITY_CONTACT !== !env.SECURITY_EXPIRES,
  'FIREBASE_AUTH_EMULATOR_URL must not be set in production: its tokens are unsigned.': (env) =>
    isProduction(env) && env.FIREBASE_AUTH_EMULATOR_URL !== undefined,
  // Otherwise visitors could choose the address under which their requests are counted.
  'TRUST_PROXY has to name the addresses of the proxies that terminate TLS in production, not all.':
    (env) => isProduction(env) && /^true$|\/0\b/.test(`${env.TRUST_PROXY}`),
  'KARGO_DEV_APPS must not be set in production.': (env) =>
    isProduction(env) && env.KARGO_DEV_APPS.size > 0,
  'PUBLISHERS has to be set in production, to the keys of the publishers: nothing else is served.':
    (env) => isProduction(env) && env.PUBLISHERS.keys.length === 0,
  'STATE_DIR has to be set in production, or a release log that was cut off is accepted after a restart.':
    (env) => isProduction(env) && env.STATE_DIR === undefined,
  'PUBLISHERS must not contain the keys in docker-compose.local.env in production.': (env) =>
    isProduction(env) && env.PUBLISHERS.keys.some(isPublicKey),
  'GATEWAY_SECRET must not be the one in docker-compose.local.env in production.': (env) =>
    isProduction(env) && env.GATEWAY_SECRET === publicSecret,
  "SITE_URL has to be set in production, to the site's public origin.": (env, { SITE_URL }) =>
    isProduction(env) && SITE_URL === undefined,
  // The gateway speaks plain HTTP, so a proxy in front of it terminates TLS. Unless that proxy is
  // trusted, all visitors share its address and its rate limits.
  'TRUST_PROXY has to be set in production when SITE_URL begins with https, to the addresses of the proxies that terminate TLS in front of the gateway.':
    (env) => isProduction(env) && isHttps(env) && env.TRUST_PROXY === false,
};

/** Returns warnings for the log about settings that are allowed but risky or incomplete. */
export function warnings(env: Env): string[] {
  const storeVariables = ['IOS_APP_URL', 'ANDROID_APP_URL'] as const;
  const listings = storeVariables.filter((name) => !env[name]);
  return [
    ...(listings.length > 0
      ? [`${listings.join(' and ')} not set: the buttons of the app lead to "Coming to …"`]
      : []),
    ...(env.SECURITY_EXPIRES && !(Date.parse(env.SECURITY_EXPIRES) > Date.now())
      ? ['SECURITY_EXPIRES has passed, so security.txt is no longer valid']
      : []),
    ...(isProduction(env) && !isHttps(env)
      ? [
          'SITE_URL does not begin with https: passwords travel unencrypted, which is acceptable only for a trial on one machine',
        ]
      : []),
  ];
}
