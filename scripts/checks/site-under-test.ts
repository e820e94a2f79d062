import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'local-services/free-port';
import { Complaint } from '../site/complaint.ts';
import { gateway } from '../site/programs.ts';
import { requireFreePorts } from '../site/require-free-ports.ts';
import { portsOf, readSettings, root } from '../site/settings.ts';
import { Supervisor } from '../site/supervisor.ts';

/** A site that runs for the end-to-end tests. */
export interface SiteUnderTest {
  /**
   * Tells the end-to-end tests where it is, and the commands that they run which site it is. What they
   * must not take from this process is undefined.
   */
  environment: Record<string, string | undefined>;
  /** Holds its data and, in `logs/`, what its programs wrote. */
  dataFolder: string;
  /**
   * Kills what `pnpm start` runs, as `kill -9` does.
   *
   * @throws {Complaint} when something of the site goes on after it
   */
  crash(): Promise<void>;
  /**
   * Starts it again with the data that it has.
   *
   * @throws {Complaint} when it does not start
   */
  restart(): Promise<void>;
  /**
   * Stops it and removes its data, unless they are to be looked at.
   *
   * @throws {Complaint} when it does not stop in order
   */
  stop(options: { keepData: boolean }): Promise<void>;
}

/** What somebody may have set for `pnpm start`, and a test must not depend on. */
const ownSettings =
  /^(KARGO|FIREBASE|STORAGE|S3|STRIPE)_|^(DATABASE_URL|SMTP_URL|GOOGLE_APPLICATION_CREDENTIALS)$/;
/** Time for its parts to notice that they are on their own. */
const crashPatienceMilliseconds = 10_000;
/** Time for each of its parts to end, one after the other. */
const stopPatienceMilliseconds = 30_000;

/**
 * Starts the site as `pnpm start` does, on free ports and with data of its own; beside it a second
 * gateway with the same releases, in front of an API that is down.
 *
 * @throws {Complaint} when it does not start
 */
export async function startSiteUnderTest(): Promise<SiteUnderTest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kargo-test-'));
  const portVariables = portsOf(readSettings({})).map(({ variable }) => variable);
  const port = await freePort(2 + portVariables.length);
  const deadPort = port + 1;
  const places = {
    ...Object.fromEntries(
      portVariables.map((variable, index) => [variable, `${deadPort + 1 + index}`]),
    ),
    KARGO_DATA_DIR: dataFolder,
  };
  const withoutOwnSettings = Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => ownSettings.test(name))
      .map((name) => [name, undefined]),
  );
  const environment = {
    ...withoutOwnSettings,
    ...places,
    // The tests sign in more often than people do.
    LOGIN_LIMIT_PER_ADDRESS: '10000',
    LOGIN_LIMIT_PER_ACCOUNT: '10000',
    PAYOUT_MAIL_LIMIT_PER_ACCOUNT: '10000',
    PAYOUT_MAIL_LIMIT_PER_ADDRESS: '10000',
  };
  const settings = readSettings(environment);
  const withoutApi = readSettings({
    ...environment,
    KARGO_PORT: `${port}`,
    KARGO_API_PORT: `${deadPort}`,
  });

  const supervisor = new Supervisor({ logFolder: join(dataFolder, 'test-logs') });
  const script = join(root, 'scripts/start.ts');
  const startSite = () => supervisor.start({ name: 'site', script, environment });
  let site = startSite();
  const removeData = () => rm(dataFolder, { recursive: true, force: true });
  try {
    await Promise.race([site.says('ready'), supervisor.failure]);
    const program = gateway(withoutApi);
    const started = supervisor.start({ ...program, name: 'gateway without API' });
    await Promise.race([started.says('ready'), supervisor.failure]);
  } catch (error) {
    await supervisor.stop();
    await removeData();
    throw error;
  }

  return {
    dataFolder,
    environment: {
      ...withoutOwnSettings,
      ...places,
      SITE_URL: settings.siteUrl,
      SITE_WITHOUT_API_URL: withoutApi.siteUrl,
      INBOX_URL: `http://localhost:${settings.mail?.page.number}`,
    },
    async crash() {
      site.kill();
      await site.ended;
      const { host } = settings;
      const patienceMilliseconds = crashPatienceMilliseconds;
      await requireFreePorts({ ports: portsOf(settings), host, patienceMilliseconds });
    },
    async restart() {
      site = startSite();
      const ending = await Promise.race([site.says('ready'), site.ended]);
      if (ending !== undefined) throw new Complaint(site.logTail());
    },
    async stop({ keepData }) {
      await site.stop(stopPatienceMilliseconds);
      const ending = await site.ended;
      await supervisor.stop();
      if (ending !== 0) throw new Complaint(`The site ended with ${ending}.\n${site.logTail()}`);
      if (!keepData) await removeData();
    },
  };
}
