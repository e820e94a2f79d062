import { checks, runScripts } from './run-scripts.ts';
import { endWith } from './total.ts';

// `pnpm check`: every check that needs neither a build of the site nor its services.

endWith(await runScripts(checks));
