import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export interface InboxMail {
  /** Time of arrival in milliseconds since 1970, unique and ascending. */
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  /** With its pictures inlined; null in a text-only mail. */
  html: string | null;
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Mails in a folder, one `<id>.eml` each, for the owner only: they contain sign-in links. */
export async function openMailbox(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const messages = new Map<number, InboxMail>();
  const files = (await readdir(folder)).filter((name) => /^\d+\.eml$/.test(name)).sort();
  for (const file of files) {
    const id = Number.parseInt(file, 10);
    messages.set(id, await parse(id, await readFile(join(folder, file))));
  }
  let last = Math.max(0, ...messages.keys());
  return {
    async add(raw: Buffer): Promise<void> {
      const id = Math.max(Date.now(), last + 1);
      last = id;
      const message = await parse(id, raw);
      messages.set(id, message);
      const file = join(folder, `${id}.eml`);
      await writeFile(`${file}.new`, raw, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    /** All mails, or those to one address; newest first. */
    list(to?: string): InboxMail[] {
      const all = [...messages.values()].sort((one, other) => other.id - one.id);
      return to === undefined ? all : all.filter((mail) => mail.to.includes(to.toLowerCase()));
    },
    find: (id: number) => messages.get(id),
  };
}

async function parse(id: number, raw: Buffer): Promise<InboxMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  return {
    id,
    receivedAt: new Date(id).toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address?.toLowerCase() ?? ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ? withPictures(mail.html, mail.attachments) : null,
  };
}

/** Inlines attached pictures where their Content-ID is referenced. */
function withPictures(html: string, attachments: Email['attachments']): string {
  return attachments.reduce((all, { contentId, mimeType, content }) => {
    const name = contentId?.replace(/^<|>$/g, '');
    return name ? all.replaceAll(`cid:${name}`, `data:${mimeType};base64,${content}`) : all;
  }, html);
}
