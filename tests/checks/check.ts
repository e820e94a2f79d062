import { parseArgs } from 'node:util';
import { runCommand } from '@kargo/commands/cli-error';
import { checks, runScripts } from './run-scripts.ts';
import { endWith } from './total.ts';

await runCommand(async () => {
  // Refuses parameters.
  parseArgs();
  endWith(await runScripts(checks));
}, 'Usage: pnpm check    runs every check that needs neither a build of the site nor its services');
