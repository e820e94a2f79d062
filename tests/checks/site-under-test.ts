import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '@kargo/commands/child';
import { CliError } from '@kargo/commands/cli-error';
import { portsOf, readSettings, root } from '@kargo/commands/settings';
import { freePorts } from 'local-services/free-port';
import { requireFreePorts } from '../../local/start/site/require-free-ports.ts';

export type SiteUnderTest = Awaited<ReturnType<typeof startSiteUnderTest>>;

/** Variables that may be set for `pnpm start`; tests must not depend on them. */
const ownSettings =
  /^(KARGO|DATABASE|FIREBASE|STORAGE|S3|STRIPE)_|^(SMTP_URL|GOOGLE_APPLICATION_CREDENTIALS|PUBLISHERS|PUBLISHER_KEY)$/;

/** Tests sign in more often than people, and a busy machine responds later. */
export const testLimits = {
  SCRIPT_SILENCE_MS: '60000',
  LOGIN_LIMIT_PER_ADDRESS: '10000',
  LOGIN_LIMIT_PER_ACCOUNT: '10000',
  PAYOUT_MAIL_LIMIT_PER_ACCOUNT: '10000',
  PAYOUT_MAIL_LIMIT_PER_ADDRESS: '10000',
};

/** How long its programs may take to notice that their parent is gone, or to stop in order. */
const timeoutMs = { crash: 30_000, stop: 60_000 };

/**
 * Builds the site, so that it starts sooner.
 *
 * @returns its data folder
 * @throws {CliError} when the build fails
 */
export async function buildSiteUnderTest(): Promise<string> {
  const dataFolder = await ownFolder();
  const environment = { KARGO_DATA_DIR: dataFolder };
  const program = { name: 'build', script: join(root, 'local/start/build.ts'), environment };
  const build = new Child(program, join(dataFolder, 'test-logs'));
  if ((await build.ended) !== 0) throw new CliError(build.logTail());
  return dataFolder;
}

/** Makes a data folder, and removes the variables of others. */
async function ownFolder(): Promise<string> {
  for (const name of Object.keys(process.env)) if (ownSettings.test(name)) delete process.env[name];
  return mkdtemp(join(tmpdir(), 'kargo-test-'));
}

/**
 * Starts the site like `pnpm start`, on free ports and with its own data, perhaps where it was
 * built. Puts its addresses into this process's environment, for the end-to-end tests.
 *
 * @returns its data folder, with the logs of its programs in `logs/`, and actions
 * @throws {CliError} when it does not start; each action also throws it
 */
export async function startSiteUnderTest(builtInto?: string) {
  const dataFolder = builtInto ?? (await ownFolder());
  const variables = portsOf(readSettings({})).map(({ variable }) => variable);
  const ports = await freePorts(variables);
  Object.assign(process.env, { ...ports, KARGO_DATA_DIR: dataFolder, ...testLimits });
  const settings = readSettings(process.env);
  const { siteUrl, mail, host } = settings;
  process.env.SITE_URL = siteUrl;
  process.env.INBOX_URL = `http://localhost:${mail?.page.number}`;

  const program = { name: 'site', script: join(root, 'local/start/start.ts') };
  const start = async () => {
    const started = new Child(program, join(dataFolder, 'test-logs'));
    const ending = await Promise.race([started.says('ready'), started.ended]);
    if (ending !== undefined) throw new CliError(started.logTail());
    return started;
  };
  let site = await start();
  return {
    dataFolder,
    /** Kills `pnpm start` like `kill -9`, and waits until the site's ports are free. */
    async crash(): Promise<void> {
      site.kill();
      await site.ended;
      await requireFreePorts(portsOf(settings), host, timeoutMs.crash);
    },
    /** Starts it again with the same data. */
    async restart(): Promise<void> {
      site = await start();
    },
    /** Stops it in order, and removes its data unless `keepData` is set. */
    async stop({ keepData }: { keepData: boolean }): Promise<void> {
      await site.stop(timeoutMs.stop);
      const ending = await site.ended;
      if (ending !== 0) throw new CliError(`The site ended with ${ending}.\n${site.logTail()}`);
      if (!keepData) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
