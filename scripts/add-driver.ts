import { runCommand } from './complaint.ts';
import { addDriver } from './programs.ts';
import { runToItsEnd } from './run-to-its-end.ts';
import { readSettings } from './settings.ts';

/** `pnpm add-driver <email>`: one more driver to try things out with, while `pnpm start` runs. */
await runCommand(async () => {
  runToItsEnd(addDriver(readSettings(process.env), process.argv.slice(2)));
});
