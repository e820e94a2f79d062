import type { Driver } from './drivers.ts';
import { linkMailedTo } from './inbox.ts';
import { apiCommand } from './run-script.ts';

/** Mails a driver a magic link, and returns the link from the inbox. */
export function mailMagicLink(driver: Driver): Promise<string> {
  return linkMailedTo(driver.email, () => sendMagicLink(driver));
}

export async function sendMagicLink({ email }: Driver): Promise<void> {
  await apiCommand('magic-link', email);
}
