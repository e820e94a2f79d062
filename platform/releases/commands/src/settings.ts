import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { CliError } from './cli-error.ts';

/** A port that must be free, and the variable that changes it. */
export interface Port {
  number: number;
  variable: string;
}

/** How Kargo runs on this machine. */
export type Settings = ReturnType<typeof readSettings>;

/** The settings when no variable is set. */
export const defaults = {
  KARGO_DATA_DIR: '.kargo',
  KARGO_HOST: '127.0.0.1',
  KARGO_PORT: 3000,
  KARGO_OPERATORS_PORT: 3002,
  KARGO_API_PORT: 3010,
  KARGO_API_OPERATORS_PORT: 3012,
  KARGO_MAIL_PORT: 3020,
  KARGO_SMTP_PORT: 3025,
  KARGO_AUTH_PORT: 3030,
  KARGO_DATABASE_PORT: 3032,
  KARGO_STRIPE_PORT: 3040,
  KARGO_DEV_PORT: 3100,
} as const;

/** The top folder of the repository in which a command runs: the one with the lockfile. */
export const root = topFolder(process.cwd());

/**
 * Reads the environment. An empty variable counts as unset. A part that variables replace is null.
 * Throws a CliError when a variable has an unusable value.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const { KARGO_DATA_DIR, KARGO_HOST, KARGO_SITE_URL, SMTP_URL } = environment;
  const port = (variable: PortVariable) => readPort(environment, variable);
  const site = port('KARGO_PORT');
  if (SMTP_URL) requireScheme('SMTP_URL', SMTP_URL, ['smtp', 'smtps']);
  return {
    /** Absolute path of the folder for all data that outlives the processes. */
    dataFolder: resolve(root, KARGO_DATA_DIR || defaults.KARGO_DATA_DIR),
    /** The address that the servers for the browser listen on. */
    host: readHost(KARGO_HOST || defaults.KARGO_HOST),
    /** The origin of the site in a browser. */
    siteUrl: readOrigin(KARGO_SITE_URL || `http://localhost:${site.number}`),
    site,
    /** The gateway's port for the release board and metrics, on this machine alone. */
    operators: port('KARGO_OPERATORS_PORT'),
    api: port('KARGO_API_PORT'),
    apiOperators: port('KARGO_API_OPERATORS_PORT'),
    database: hasDatabase(environment) ? null : port('KARGO_DATABASE_PORT'),
    auth: hasFirebaseProject(environment) ? null : port('KARGO_AUTH_PORT'),
    mail: SMTP_URL ? null : { page: port('KARGO_MAIL_PORT'), smtp: port('KARGO_SMTP_PORT') },
    stripe: environment.STRIPE_SECRET_KEY ? null : port('KARGO_STRIPE_PORT'),
    /** The shell's development server; the remotes use the following ports. */
    development: port('KARGO_DEV_PORT'),
  };
}

/** The release store of this machine. */
export const releasesFolder = ({ dataFolder }: Settings) => join(dataFolder, 'releases');

/** All ports that Kargo listens on, except those of development servers. */
export function portsOf(settings: Settings): Port[] {
  const { site, operators, api, apiOperators, database, auth, mail, stripe } = settings;
  const mailPorts = [mail?.page, mail?.smtp];
  const ports = [site, operators, api, apiOperators, database, auth, ...mailPorts, stripe];
  return ports.filter((port) => port != null);
}

type PortVariable = Extract<keyof typeof defaults, `${string}PORT`>;

function readPort(environment: Record<string, string | undefined>, variable: PortVariable): Port {
  const value = environment[variable] || String(defaults[variable]);
  const number = Number(value);
  if (/^\d+$/.test(value) && number > 0 && number < 65_536) return { number, variable };
  throw new CliError(`${variable} has to be a port from 1 to 65535, not "${value}".`);
}

function readHost(value: string): string {
  if (value === 'localhost' || isIP(value) !== 0) return value;
  throw new CliError(`KARGO_HOST has to be an IP address of this machine, not "${value}".`);
}

/** Returns the origin of a `--site` address. Throws a CliError when it is not an address. */
export function siteOrigin(site: string): string {
  const url = URL.parse(site);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError(`--site takes an address such as https://kargo.example, not "${site}".`);
}

function readOrigin(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new CliError(
    `KARGO_SITE_URL has to be an origin such as http://localhost:3000, not "${value}".`,
  );
}

/** The message leaves out the value, which may include a password. */
function requireScheme(variable: string, value: string, schemes: string[]): void {
  const isUsable = schemes.some((scheme) => value.startsWith(`${scheme}://`));
  if (isUsable && URL.canParse(value)) return;
  throw new CliError(`${variable} has to be a URL that starts with ${schemes[0]}://.`);
}

function hasDatabase(environment: Record<string, string | undefined>): boolean {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
  for (const [name, url] of Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }))
    if (url) requireScheme(name, url, ['postgres', 'postgresql']);
  if (Boolean(DATABASE_URL) === Boolean(DATABASE_OWNER_URL)) return Boolean(DATABASE_URL);
  throw new CliError(
    'Set DATABASE_URL, of the API, and DATABASE_OWNER_URL, of the owner of its tables, together, or neither.',
  );
}

function hasFirebaseProject(environment: Record<string, string | undefined>): boolean {
  const { FIREBASE_PROJECT_ID, FIREBASE_API_KEY } = environment;
  if (Boolean(FIREBASE_PROJECT_ID) === Boolean(FIREBASE_API_KEY)) return Boolean(FIREBASE_API_KEY);
  throw new CliError('Set FIREBASE_PROJECT_ID and FIREBASE_API_KEY together, or neither.');
}

function topFolder(folder: string): string {
  const lockfiles = ['pnpm-lock.yaml', 'package-lock.json'];
  if (lockfiles.some((file) => existsSync(join(folder, file)))) return folder;
  if (folder === dirname(folder)) {
    // An error thrown while modules load would print its stack.
    console.error('Run this in a repository whose packages are installed.');
    process.exit(1);
  }
  return topFolder(dirname(folder));
}
