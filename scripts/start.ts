import { apps } from 'tools/remotes';
import { runCommand } from './site/cli-error.ts';
import { runSite } from './site/run-site.ts';

/** `pnpm start`: the site as it is in production, with local stand-ins for services in the cloud. */
await runCommand(() => runSite({ released: apps, developed: [], watch: false }));
process.exit(0);
