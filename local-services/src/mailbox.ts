import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface Message {
  /** Time of arrival in milliseconds since 1970, unique and ascending. */
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
}

/**
 * Mails in a folder, one `<id>.eml` each, readable by the owner only: they contain sign-in links.
 */
export class Mailbox {
  readonly #folder: string;
  readonly #messages: Map<number, Message>;

  private constructor(folder: string, messages: Map<number, Message>) {
    this.#folder = folder;
    this.#messages = messages;
  }

  static async open(folder: string): Promise<Mailbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const messages = new Map<number, Message>();
    const files = (await readdir(folder)).filter((name) => /^\d+\.eml$/.test(name)).sort();
    for (const file of files) {
      const id = Number.parseInt(file, 10);
      messages.set(id, await parse(id, await readFile(join(folder, file))));
    }
    return new Mailbox(folder, messages);
  }

  /** Stores a mail on disk. */
  async add(raw: Buffer): Promise<void> {
    const id = Math.max(Date.now(), ...[...this.#messages.keys()].map((taken) => taken + 1));
    const message = await parse(id, raw);
    this.#messages.set(id, message);
    const file = this.#file(id);
    await writeFile(`${file}.new`, raw, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  /** All mails, or those to one address; newest first. */
  list({ to }: { to?: string | undefined } = {}): Message[] {
    const messages = [...this.#messages.values()].sort((one, other) => other.id - one.id);
    if (to === undefined) return messages;
    return messages.filter((message) => message.to.includes(to.toLowerCase()));
  }

  find(id: number): Message | undefined {
    return this.#messages.get(id);
  }

  #file(id: number): string {
    return join(this.#folder, `${id}.eml`);
  }
}

async function parse(id: number, raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw);
  return {
    id,
    receivedAt: new Date(id).toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address?.toLowerCase() ?? ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
  };
}
