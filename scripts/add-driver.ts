import { runCommand } from './site/cli-error.ts';
import { addDriver } from './site/programs.ts';
import { runToItsEnd } from './site/run-to-its-end.ts';
import { readSettings } from './site/settings.ts';

/** `pnpm add-driver <email>`: one more driver to try things out with, while `pnpm start` runs. */
await runCommand(async () => {
  runToItsEnd(addDriver(readSettings(process.env), process.argv.slice(2)));
});
