import { type Html, html, page, pageHeaders } from './html.ts';
import type { Message } from './mailbox.ts';

/** All mails, newest first. */
export function listPage(messages: Message[]): string {
  const body =
    messages.length === 0
      ? html`<p>No mail yet. Everything that Kargo sends on this machine arrives here.</p>`
      : html`<ul>${messages.map(listItem)}</ul>`;
  return page('Mail inbox', body);
}

const listItem = ({ id, subject, to, receivedAt }: Message) =>
  html`<li><a href="/messages/${id}"><strong>${subject || '(no subject)'}</strong><br>
<small>to ${to.join(', ')} · ${time(receivedAt)}</small></a></li>
`;

/** One mail with its HTML part, or with its text when it has none. */
export function messagePage(message: Message): string {
  const { id, subject, from, to, receivedAt } = message;
  return page(
    subject || '(no subject)',
    html`<p><a href="/">All mail</a></p>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to.join(', ')}</dd>
<dt>Received</dt><dd>${time(receivedAt)}</dd></dl>
${
  message.html === null
    ? html`<pre>${withLinks(message.text ?? '')}</pre>`
    : html`<iframe title="Content of the mail" src="/messages/${id}/content"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}`,
  );
}

/** Headers of `messageDocument`, which comes from a mail and may load nothing. */
export const messageDocumentHeaders = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
};

/** The HTML part of a mail, for the frame in its page; links open in a new tab. */
export function messageDocument(content: string): string {
  return `<!doctype html><base target="_blank">${content}`;
}

const time = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

function withLinks(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>]+)/);
  return parts.map((part, index) => {
    const isAddress = index % 2 === 1;
    return isAddress ? html`<a href="${part}">${part}</a>` : html`${part}`;
  });
}
