import { runCommand } from './site/cli-error.ts';
import { magicLink } from './site/programs.ts';
import { runToItsEnd } from './site/run-to-its-end.ts';
import { readSettings } from './site/settings.ts';

/** `pnpm magic-link <email>`: mails a driver a link that signs in, while `pnpm start` runs. */
await runCommand(async () => {
  runToItsEnd(magicLink(readSettings(process.env), process.argv.slice(2)));
});
