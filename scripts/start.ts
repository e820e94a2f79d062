import { apps } from './site/apps.ts';
import { runCommand } from './site/cli-error.ts';
import { runSite } from './site/run-site.ts';

/** `pnpm start` runs the site as in production, with local stand-ins for cloud services. */
await runCommand(() => runSite({ released: apps, developed: [], watch: false }));
process.exit(0);
