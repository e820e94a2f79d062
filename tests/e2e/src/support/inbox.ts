import { expect } from '@playwright/test';
import type { InboxMail } from 'local-services/mailbox';
import { requireOk } from './requests.ts';
import { inboxUrl } from './site.ts';

/** Returns one address's mails, newest first. */
async function mailsTo(address: string): Promise<InboxMail[]> {
  const query = new URLSearchParams({ to: address });
  const response = await requireOk(await fetch(`${inboxUrl}/api/messages?${query}`));
  return (await response.json()) as InboxMail[];
}

/** Runs `send`, waits for the mail that it causes, and returns it. */
export async function mailedTo(address: string, send: () => Promise<void>): Promise<InboxMail> {
  const before = (await mailsTo(address)).length;
  await send();
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThan(before);
  const [mail] = await mailsTo(address);
  if (!mail) throw new Error(`There is no mail to ${address}.`);
  return mail;
}

/** Runs `send`, waits for the mail that it causes, and returns its link. */
export async function linkMailedTo(address: string, send: () => Promise<void>): Promise<string> {
  const { text } = await mailedTo(address, send);
  const link = /https?:\/\/\S+/.exec(text ?? '')?.[0];
  if (!link) throw new Error(`There is no link in the mail: ${text}`);
  return link;
}

/** Where a browser finds a mail. */
export const mailPage = ({ id }: InboxMail): string => `${inboxUrl}/messages/${id}`;
