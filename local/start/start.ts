import { parseArgs } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { runCommand } from '@kargo/commands/cli-error';
import { runSite } from './site/run-site.ts';

/** `pnpm start` runs the site as in production, with local stand-ins for cloud services. */
await runCommand(async () => {
  // Refuses parameters.
  parseArgs();
  await runSite({ released: apps, developed: [], watch: false });
}, 'Usage: pnpm start    builds what changed, runs the site, and prints its addresses');
process.exit(0);
