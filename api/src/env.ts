import { envSchema } from 'env-schema';
import { type Static, type TObject, Type } from 'typebox';

/** The domain is reserved for examples, so no real server accepts mails from it. */
const defaultSender = 'Kargo <no-reply@kargo.example>';

const postgresUrl = Type.String({ pattern: '^postgres(ql)?://' });

export const Env = Type.Object({
  /** Always treated as `production` if `SITE_URL` is https or the Stripe key is a live one. */
  NODE_ENV: Type.Enum(['development', 'test', 'production'], { default: 'development' }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3010 }),
  OPERATORS_HOST: Type.String({ default: '127.0.0.1' }),
  /** Port of the metrics for operators, without a login; none if unset. */
  OPERATORS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
  }),
  /** How long after SIGTERM only `/readyz` fails, so that load balancers send no more requests. */
  SHUTDOWN_DELAY_SECONDS: Type.Integer({ minimum: 0, maximum: 300, default: 5 }),
  /** How long an unused connection is kept: longer than a balancer in front keeps it. */
  KEEP_ALIVE_SECONDS: Type.Integer({ minimum: 1, maximum: 3600, default: 75 }),
  /** Proxies to trust, comma-separated: addresses, ranges, names such as `loopback`; or `false`. */
  TRUST_PROXY: Type.String({ default: 'loopback' }),
  /** The secret that only the gateway sends with each request. */
  GATEWAY_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** Public origin of the site. */
  SITE_URL: Type.String({ pattern: '^https?://[^/]+$', default: 'http://localhost:3000' }),
  /** The database, with user and password of the API's role. */
  DATABASE_URL: postgresUrl,
  FIREBASE_PROJECT_ID: Type.String(),
  /** `host:port` of the Auth emulator. It accepts unsigned tokens: never in production. */
  FIREBASE_AUTH_EMULATOR_HOST: Type.Optional(Type.String()),
  /** Service account file; with it, ID tokens that were revoked at the provider are refused too. */
  GOOGLE_APPLICATION_CREDENTIALS: Type.Optional(Type.String()),
  STORAGE_DRIVER: Type.Enum(['fs', 's3'], { default: 'fs' }),
  STORAGE_DIR: Type.Optional(Type.String()),
  S3_BUCKET: Type.Optional(Type.String()),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ENDPOINT: Type.Optional(Type.String()),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
  /** `smtp://` or `smtps://`, with user and password if needed; without it mails are refused. */
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  /** Sender of mails, such as `Kargo <no-reply@example.com>`. */
  MAIL_FROM: Type.String({ default: defaultSender }),
  /** Where drivers send questions; the gateway's pages show it too. */
  CONTACT_EMAIL: Type.String({ default: 'hello@kargo.example' }),
  /** Without it the payout calls are refused. */
  STRIPE_SECRET_KEY: Type.Optional(Type.String({ pattern: '^(sk|rk)_' })),
  /** Signing secret of the webhook endpoint that listens to connected accounts. */
  STRIPE_WEBHOOK_SECRET: Type.Optional(Type.String({ pattern: '^whsec_' })),
  /** Origin of the stand-in for Stripe on a developer's machine: never in production. */
  STRIPE_API_BASE: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  /** Maximum payout forms of one driver per window; each needs calls to Stripe. */
  PAYOUT_FORM_LIMIT_PER_DRIVER: Type.Integer({ minimum: 1, default: 30 }),
  /** Maximum mails that one driver, and one network address, may request per window. */
  PAYOUT_MAIL_LIMIT_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 5 }),
  PAYOUT_MAIL_LIMIT_PER_ADDRESS: Type.Integer({ minimum: 1, default: 60 }),
  PAYOUT_LIMIT_WINDOW_SECONDS: Type.Integer({ minimum: 1, default: 900 }),
  LOGIN_LIMIT_PER_ADDRESS: Type.Integer({ minimum: 1, default: 30 }),
  LOGIN_LIMIT_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 10 }),
  LOGIN_LIMIT_WINDOW_SECONDS: Type.Integer({ minimum: 1, default: 300 }),
});
export type Env = Static<typeof Env>;

/** Environment of jobs that run as the owner of the tables, such as migrate and seed. */
export const JobEnv = Type.Object({
  NODE_ENV: Env.properties.NODE_ENV,
  SITE_URL: Env.properties.SITE_URL,
  /** The database, with user and password of the role that owns its tables. */
  DATABASE_OWNER_URL: postgresUrl,
  /** The same database, with the user and password of the API's role, which `migrate` creates. */
  DATABASE_URL: postgresUrl,
  /** How long security events are kept. */
  AUDIT_DAYS: Type.Integer({ minimum: 30, default: 400 }),
});
export type JobEnv = Static<typeof JobEnv>;

/** The environment or database keeps a program from starting. `message` says what to change. */
export class EnvError extends Error {}

/**
 * Reads and checks the environment. Treats '' as unset: compose files set missing variables to it.
 *
 * @throws {EnvError} when a variable is missing or invalid, or when the combination is unsafe.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env = validate(Env, source);
  requireUrls({ DATABASE_URL: env.DATABASE_URL });
  const isLive = /^.._live_/.test(env.STRIPE_SECRET_KEY ?? '');
  if (isLive || env.SITE_URL.startsWith('https:')) env.NODE_ENV = 'production';
  const all = { ...rules, ...(env.NODE_ENV === 'production' && rulesOfProduction) };
  for (const [sentence, isBroken] of Object.entries(all)) {
    if (isBroken(env, source)) throw new EnvError(sentence);
  }
  return env;
}

/** @throws {EnvError} when a variable is missing, invalid or unsafe. */
export function readJobEnv(source: NodeJS.ProcessEnv = process.env): JobEnv {
  const env = validate(JobEnv, source);
  const { DATABASE_OWNER_URL, DATABASE_URL } = env;
  requireUrls({ DATABASE_OWNER_URL, DATABASE_URL });
  if (env.SITE_URL.startsWith('https:')) env.NODE_ENV = 'production';
  for (const [name, url] of Object.entries({ DATABASE_OWNER_URL, DATABASE_URL })) {
    if (env.NODE_ENV !== 'production' || !isPublic(passwordOf(url))) continue;
    throw new EnvError(publicSecret(`The password in ${name}`));
  }
  return env;
}

function validate<Schema extends TObject>(schema: Schema, source: NodeJS.ProcessEnv) {
  const data = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  try {
    return envSchema<Static<Schema>>({ schema, data, env: false });
  } catch (error) {
    throw new EnvError(`The environment is not valid: ${(error as Error).message}.`);
  }
}

/** Refuses invalid URLs. The message leaves out the value, because it includes a password. */
function requireUrls(urls: Record<string, string>) {
  for (const [name, url] of Object.entries(urls)) {
    const isDecodable = !/%(?![\da-f]{2})/i.test(url);
    if (isDecodable && URL.parse(url)?.username) continue;
    throw new EnvError(
      `${name} has to be a URL such as postgres://user:password@host/database, with %25 for a %.`,
    );
  }
}

const isEverybody = (addresses: string) =>
  addresses.split(',').some((address) => /^(true|.+\/0)$/.test(address.trim()));

/** Whether a secret is one from this source code, which everybody can read. */
const isPublic = (secret = '') =>
  /^(kargo|sk_test_kargo_local|whsec_kargo_local|nobody-outside-reaches-what-this-opens)$/.test(
    secret,
  );

const passwordOf = (url: string) => decodeURIComponent(new URL(url).password);

/** Error messages, each with the condition under which the API refuses to start. */
type Rules = Record<string, (env: Env, source: NodeJS.ProcessEnv) => boolean>;

const rules: Rules = {
  'TRUST_PROXY has to name the addresses of the gateway, not everybody.': (env) =>
    isEverybody(env.TRUST_PROXY),
  'STORAGE_DRIVER=fs needs STORAGE_DIR, the folder for uploaded files.': (env) =>
    env.STORAGE_DRIVER === 'fs' && !env.STORAGE_DIR,
  'STORAGE_DRIVER=s3 needs S3_BUCKET.': (env) => env.STORAGE_DRIVER === 's3' && !env.S3_BUCKET,
  'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together, or neither.': (env) =>
    !env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY,
  'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together, or neither.': (env) =>
    !env.STRIPE_SECRET_KEY !== !env.STRIPE_WEBHOOK_SECRET,
};

const inProduction = (demand: string, reason: string) =>
  `${demand} in production (NODE_ENV=production, a SITE_URL with https, or a live key of Stripe): ${reason}.`;

const publicSecret = (name: string) =>
  inProduction(`${name} must be one of your own`, 'this one is public');

const rulesOfProduction: Rules = {
  [inProduction(
    'FIREBASE_AUTH_EMULATOR_HOST must not be set',
    'the emulator lets anybody sign in as anybody',
  )]: (env) => env.FIREBASE_AUTH_EMULATOR_HOST !== undefined,
  [inProduction('STRIPE_API_BASE must not be set', 'nothing there is paid out')]: (env) =>
    env.STRIPE_API_BASE !== undefined,
  [inProduction(
    'FIREBASE_PROJECT_ID must not start with "demo-"',
    'such projects exist in emulators only',
  )]: (env) => env.FIREBASE_PROJECT_ID.startsWith('demo-'),
  [publicSecret('STRIPE_SECRET_KEY')]: (env) => isPublic(env.STRIPE_SECRET_KEY),
  [publicSecret('STRIPE_WEBHOOK_SECRET')]: (env) => isPublic(env.STRIPE_WEBHOOK_SECRET),
  [publicSecret('GATEWAY_SECRET')]: (env) => isPublic(env.GATEWAY_SECRET),
  [publicSecret('S3_SECRET_ACCESS_KEY')]: (env) => isPublic(env.S3_SECRET_ACCESS_KEY),
  [publicSecret('The password in DATABASE_URL')]: (env) => isPublic(passwordOf(env.DATABASE_URL)),
  [inProduction('DATABASE_OWNER_URL must not be set', 'it is for the jobs that need it')]: (
    _env,
    { DATABASE_OWNER_URL },
  ) => Boolean(DATABASE_OWNER_URL),
  'SMTP_URL needs MAIL_FROM, the sender of mails.': (env) =>
    env.SMTP_URL !== undefined && env.MAIL_FROM === defaultSender,
  'SITE_URL has to be set with NODE_ENV=production: links in mails begin with it.': (
    _env,
    { SITE_URL },
  ) => !SITE_URL,
};
