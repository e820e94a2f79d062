import { checks, runScripts } from './checks/run-scripts.ts';
import { endWith } from './checks/total.ts';

// `pnpm check`: all that can be checked without a build of the site, and without its services.

endWith(await runScripts(checks));
