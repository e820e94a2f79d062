import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Program } from '@kargo/commands/child';
import { releasesFolder, root, type Settings } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { databaseUrls, keptPassword } from 'local-services/postgres-url';
import { stripeKeys } from 'local-services/stripe-keys';

/** Identifies the gateway to the API; each start makes a new one, since both start together. */
const gatewaySecret = process.env.GATEWAY_SECRET || randomBytes(32).toString('base64url');

/** No delay: no other server could take the requests, and stopping should be quick. */
const shutdown = { SHUTDOWN_DELAY_SECONDS: process.env.SHUTDOWN_DELAY_SECONDS || '0' };

type Environment = Record<string, string | undefined>;

/** The Auth emulator accepts any key, but needs one. */
const emulatedProject = { FIREBASE_PROJECT_ID: 'demo-kargo', FIREBASE_API_KEY: 'demo-key' };

/** Removes variables such as PGSSLMODE: libpq and pg would apply them to this Postgres too. */
export function forgetOtherPostgres({ database }: Settings): void {
  const names = database ? Object.keys(process.env) : [];
  for (const name of names) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}

/** Replaces cloud services. Only this machine may reach it: anybody can sign in there. */
export function localServices(settings: Settings): Program {
  const { dataFolder, database, auth, mail, stripe } = settings;
  const options = {
    data: dataFolder,
    'postgres-port': database?.number,
    'auth-port': auth?.number,
    'inbox-port': mail?.page.number,
    'smtp-port': mail?.smtp.number,
    'stripe-port': stripe?.number,
    'stripe-url': stripe && `http://localhost:${stripe.number}`,
    'stripe-webhook': siteAddress(settings) + apiBasePath + apiPaths.stripeWebhook(),
  };
  const given = Object.entries(options).filter(([, value]) => value != null);
  return {
    name: 'local-services',
    script: join(root, 'local/services/src/server.ts'),
    parameters: given.map(([name, value]) => `--${name}=${value}`),
    environment: { ...compileCache(dataFolder), POSTGRES_PASSWORD: undefined },
  };
}

export function apiServer(settings: Settings): Program {
  const environment = { ...apiEnvironment(settings), DATABASE_OWNER_URL: undefined };
  return { name: 'api', script: join(root, 'api/src/server.ts'), environment };
}

/** All commands but `magic-link` log in to Postgres as the owner of the tables. */
export function apiCommand(settings: Settings, name: string): Program {
  const environment = apiEnvironment(settings);
  if (name === 'magic-link') environment.DATABASE_OWNER_URL = undefined;
  return { name, script: join(root, `api/src/commands/${name}.ts`), environment };
}

/** @param developmentApps apps that a development server serves instead of a release */
export function gateway(
  settings: Settings,
  developmentApps: { name: string; port: number }[] = [],
): Program {
  const { siteUrl, host, site, operators, auth } = settings;
  const emulator = auth && {
    ...emulatedProject,
    // The browser calls it.
    FIREBASE_AUTH_EMULATOR_URL: `http://localhost:${auth.number}`,
  };
  return {
    name: 'gateway',
    script: join(root, 'platform/gateway/src/server.ts'),
    environment: {
      ...compileCache(settings.dataFolder),
      ...shutdown,
      ...emulator,
      HOST: host,
      PORT: `${site.number}`,
      OPERATORS_HOST: '127.0.0.1',
      OPERATORS_PORT: `${operators.number}`,
      SITE_URL: siteUrl,
      API_URL: apiOrigin(settings),
      GATEWAY_SECRET: gatewaySecret,
      RELEASES: releasesFolder(settings),
      STATE_DIR: gatewayFolder(settings),
      KARGO_DEV_APPS: developmentApps
        .map(({ name, port }) => `${name}=http://localhost:${port}`)
        .join(','),
    },
  };
}

/** The folder in which the gateway keeps the state of the release log. */
export const gatewayFolder = ({ dataFolder }: Settings) => join(dataFolder, 'gateway');

/** The site's origin for programs on this machine. */
export const siteAddress = ({ host, site }: Settings) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${site.number}`;

const apiOrigin = ({ api }: Settings) => `http://127.0.0.1:${api.number}`;

function apiEnvironment(settings: Settings): Environment {
  const { dataFolder, database, auth, mail, stripe } = settings;
  return {
    // A person may set these two variables.
    STORAGE_DRIVER: process.env.STORAGE_DRIVER ?? 'fs',
    STORAGE_DIR: process.env.STORAGE_DIR ?? join(dataFolder, 'uploads'),
    ...compileCache(dataFolder),
    ...shutdown,
    ...(database && databaseUrls(database.number, keptPassword(dataFolder).read())),
    ...(auth && { ...emulatedProject, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.number}` }),
    ...(mail && { SMTP_URL: `smtp://127.0.0.1:${mail.smtp.number}` }),
    ...(stripe && {
      STRIPE_API_BASE: `http://127.0.0.1:${stripe.number}`,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    }),
    HOST: '127.0.0.1',
    PORT: `${settings.api.number}`,
    OPERATORS_HOST: '127.0.0.1',
    OPERATORS_PORT: `${settings.apiOperators.number}`,
    SITE_URL: settings.siteUrl,
    GATEWAY_SECRET: gatewaySecret,
  };
}

/** Lets programs start faster, with the compiled code of their last start. */
function compileCache(dataFolder: string): Environment {
  return { NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache') };
}
