import { expect } from '@playwright/test';
import { requireOk } from './requests.ts';
import { inboxUrl } from './site.ts';

/** Mails for one address in the local inbox, newest first. */
async function mailsTo(address: string): Promise<{ id: number; text: string | null }[]> {
  const query = new URLSearchParams({ to: address });
  const answer = await requireOk(await fetch(`${inboxUrl}/api/messages?${query}`));
  return (await answer.json()) as { id: number; text: string | null }[];
}

/** Runs `send`, waits for the mail it causes and returns the link in it. */
export async function linkMailedTo(address: string, send: () => Promise<void>): Promise<string> {
  const before = (await mailsTo(address)).length;
  await send();
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThan(before);
  const [mail] = await mailsTo(address);
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`There is no link in the mail: ${mail?.text}`);
  return link;
}
