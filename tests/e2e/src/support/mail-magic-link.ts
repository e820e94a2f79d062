import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Driver } from './drivers.ts';
import { linkMailedTo } from './inbox.ts';

const command = join(import.meta.dirname, '../../../../local/start/api-command.ts');

/** Mails a driver a magic link and returns the link from the inbox. */
export function mailMagicLink(driver: Driver): Promise<string> {
  return linkMailedTo(driver.email, () => sendMagicLink(driver));
}

/** Mails a driver a magic link. */
export async function sendMagicLink({ email }: Driver): Promise<void> {
  await promisify(execFile)(process.execPath, [command, 'magic-links/magic-link', email]);
}
