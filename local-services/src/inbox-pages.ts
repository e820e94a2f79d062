import { type Html, html, page } from './html.ts';
import type { Message } from './mailbox.ts';

/** Renders the list of all mails, newest first. */
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

/** Renders one mail, which is always plain text. */
export function messagePage({ subject, from, to, receivedAt, text }: Message): string {
  return page(
    subject || '(no subject)',
    html`<p><a href="/">All mail</a></p>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to.join(', ')}</dd>
<dt>Received</dt><dd>${time(receivedAt)}</dd></dl>
<pre>${withLinks(text)}</pre>`,
  );
}

const time = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

function withLinks(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>]+)/);
  return parts.map((part, index) => {
    const isAddress = index % 2 === 1;
    return isAddress ? html`<a href="${part}">${part}</a>` : html`${part}`;
  });
}
