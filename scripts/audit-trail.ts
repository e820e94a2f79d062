import { runCommand } from './site/cli-error.ts';
import { auditTrail } from './site/programs.ts';
import { runToItsEnd } from './site/run-to-its-end.ts';
import { readSettings } from './site/settings.ts';

/** `pnpm audit-trail <email>`: what happened around a driver, while `pnpm start` runs. */
await runCommand(async () => {
  runToItsEnd(auditTrail(readSettings(process.env), process.argv.slice(2)));
});
