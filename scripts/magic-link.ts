import { runCommand } from './complaint.ts';
import { magicLink } from './programs.ts';
import { runToItsEnd } from './run-to-its-end.ts';
import { readSettings } from './settings.ts';

/** `pnpm magic-link <email>`: mails a driver a link that signs in, while `pnpm start` runs. */
await runCommand(async () => {
  runToItsEnd(magicLink(readSettings(process.env), process.argv.slice(2)));
});
