import { resolve } from 'node:path';
import envSchema from 'env-schema';
import { apiBasePath, apiPaths } from 'shared-types/api-paths';
import { type Static, Type } from 'typebox';
import { type DevelopmentApps, parseDevelopmentApps } from './releases/development-apps.ts';

export const Variables = Type.Object({
  NODE_ENV: Type.Enum(['development', 'test', 'production'], { default: 'development' }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    default: 'info',
  }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535 }),
  /** Folder that the publisher writes releases into. */
  RELEASES_DIR: Type.String({ default: 'releases' }),
  /** Origin of the product API; everything under /api goes there. */
  API_URL: Type.String({ default: 'http://127.0.0.1:3010' }),
  /** What the API knows the gateway by; it believes what is forwarded from nobody else. */
  GATEWAY_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** Origin under which visitors reach the site, for canonical links and secure cookies. */
  SITE_URL: Type.Optional(Type.String()),
  /** Whether browsers are to require https of all subdomains too. */
  HSTS_INCLUDE_SUBDOMAINS: Type.Boolean({ default: false }),
  /** Whose X-Forwarded-For is believed: true, false, or a list of addresses. */
  TRUST_PROXY: Type.String({ default: 'false' }),
  /** Requests that are open at the same time from one address, or one IPv6 network. */
  REQUESTS_PER_ADDRESS: Type.Integer({ default: 200, minimum: 1 }),
  /** Development only: apps served by webpack instead of a release, `name=origin,…`. */
  KARGO_DEV_APPS: Type.String({ default: '' }),

  API_BASE: Type.String({ default: apiBasePath }),
  IP_LOOKUP_URL: Type.String({ default: apiBasePath + apiPaths.ip() }),
  FIREBASE_API_KEY: Type.Optional(Type.String()),
  FIREBASE_AUTH_DOMAIN: Type.Optional(Type.String()),
  FIREBASE_PROJECT_ID: Type.Optional(Type.String()),
  FIREBASE_STORAGE_BUCKET: Type.Optional(Type.String()),
  FIREBASE_MESSAGING_SENDER_ID: Type.Optional(Type.String()),
  FIREBASE_APP_ID: Type.Optional(Type.String()),
  FIREBASE_MEASUREMENT_ID: Type.Optional(Type.String()),
  FIREBASE_AUTH_EMULATOR_URL: Type.Optional(Type.String()),
  CONTACT_EMAIL: Type.String({ default: 'hello@kargo.example' }),
  CONTACT_PHONE: Type.String({ default: '+1 (555) 010-0199' }),
  IOS_APP_URL: Type.Optional(Type.String()),
  ANDROID_APP_URL: Type.Optional(Type.String()),
  SOCIAL_PHOTOS_URL: Type.Optional(Type.String()),
  SOCIAL_CHAT_URL: Type.Optional(Type.String()),
  SOCIAL_FILMS_URL: Type.Optional(Type.String()),
  SOCIAL_WORK_URL: Type.Optional(Type.String()),
  /** Deadlines for the scripts of releases, in milliseconds: to begin to answer, and to end. */
  SCRIPT_ANSWER_MS: Type.Optional(Type.Integer({ minimum: 100, maximum: 60_000 })),
  SCRIPT_COMPLETE_MS: Type.Optional(Type.Integer({ minimum: 100, maximum: 600_000 })),
});
type Variables = Static<typeof Variables>;

/** The gateway's environment. */
export interface Env extends Omit<Variables, 'TRUST_PROXY' | 'KARGO_DEV_APPS'> {
  SITE_URL: string;
  TRUST_PROXY: boolean | string;
  KARGO_DEV_APPS: DevelopmentApps;
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 *
 * @throws an Error whose message is a sentence for the person who starts the gateway
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const data = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const variables = envSchema<Variables>({ schema: Variables, data, env: false });
  const env = {
    ...variables,
    RELEASES_DIR: resolve(variables.RELEASES_DIR),
    SITE_URL: variables.SITE_URL ?? `http://localhost:${variables.PORT}`,
    TRUST_PROXY: parseTrustProxy(variables.TRUST_PROXY),
    KARGO_DEV_APPS: parseDevelopmentApps(variables.KARGO_DEV_APPS),
  };
  requireUrls(env);
  requireWholeFirebase(env);
  if (env.NODE_ENV === 'production') {
    refuseInProduction(env);
    requireForProduction(env, variables.SITE_URL);
  }
  return env;
}

/** Settings that are allowed, but get a warning in the log of a production site. */
export function doubts({ NODE_ENV, SITE_URL }: Env): string[] {
  if (NODE_ENV !== 'production' || SITE_URL.startsWith('https:')) return [];
  return [
    'SITE_URL does not begin with https: passwords travel unencrypted, which is right for a trial on one machine alone',
  ];
}

const origins = ['API_URL', 'SITE_URL', 'FIREBASE_AUTH_EMULATOR_URL'] as const;
const paths = ['API_BASE', 'IP_LOOKUP_URL'] as const;
const links = [
  'IOS_APP_URL',
  'ANDROID_APP_URL',
  'SOCIAL_PHOTOS_URL',
  'SOCIAL_CHAT_URL',
  'SOCIAL_FILMS_URL',
  'SOCIAL_WORK_URL',
] as const;

function requireUrls(env: Env): void {
  for (const name of origins) {
    const value = env[name];
    if (value === undefined) continue;
    const url = isHttpUrl(value) ? new URL(value) : undefined;
    if (!url || url.href !== `${url.origin}/`) {
      throw new Error(`${name} has to be an origin such as https://kargo.example, not "${value}".`);
    }
    env[name] = url.origin;
  }
  for (const name of [...paths, ...links]) {
    const value = env[name];
    const mayBePath = (paths as readonly string[]).includes(name);
    if (value === undefined || isHttpUrl(value) || (mayBePath && /^\/(?!\/)/.test(value))) continue;
    throw new Error(
      `${name} has to be ${mayBePath ? 'a path or ' : ''}an http(s) URL, not "${value}".`,
    );
  }
}

function requireWholeFirebase(env: Env): void {
  if (!env.FIREBASE_API_KEY !== !env.FIREBASE_PROJECT_ID) {
    throw new Error('FIREBASE_API_KEY and FIREBASE_PROJECT_ID have to be set together.');
  }
}

function refuseInProduction(env: Env): void {
  if (env.FIREBASE_AUTH_EMULATOR_URL) {
    throw new Error(
      'FIREBASE_AUTH_EMULATOR_URL must not be set in production: its tokens are unsigned.',
    );
  }
  if (env.KARGO_DEV_APPS.size > 0) {
    throw new Error('KARGO_DEV_APPS must not be set in production.');
  }
}

function requireForProduction({ SITE_URL, TRUST_PROXY }: Env, siteUrlThatIsSet?: string): void {
  if (siteUrlThatIsSet === undefined) {
    throw new Error(
      'SITE_URL has to be set in production, to the origin under which visitors reach the site.',
    );
  }
  // The gateway speaks plain HTTP, so a proxy in front of it ends TLS. Unless that is trusted, all
  // visitors share its address and its rate limits.
  if (SITE_URL.startsWith('https:') && TRUST_PROXY === false) {
    throw new Error(
      'TRUST_PROXY has to be set in production when SITE_URL begins with https, to the addresses of what ends TLS in front of the gateway.',
    );
  }
}

function parseTrustProxy(value: string): boolean | string {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
