import { type Html, html, page, pageHeaders } from './html.ts';
import type { InboxMail } from './mailbox.ts';

export function listPage(messages: InboxMail[]): string {
  const body =
    messages.length === 0
      ? html`<p>No mail yet. Everything that Kargo sends on this machine arrives here.</p>`
      : html`<ul>${messages.map(listItem)}</ul>`;
  return page('Mail inbox', body);
}

const listItem = ({ id, subject, to, receivedAt }: InboxMail) =>
  html`<li><a href="/messages/${id}"><strong>${subject || '(no subject)'}</strong><br>
<small>to ${to.join(', ')} · ${time(receivedAt)}</small></a></li>
`;

/** Shows one mail as text, and also as HTML if it has such a part. */
export function messagePage({ id, subject, from, to, receivedAt, text, html: ofMail }: InboxMail) {
  return page(
    subject || '(no subject)',
    html`<p><a href="/">All mail</a></p>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to.join(', ')}</dd>
<dt>Received</dt><dd>${time(receivedAt)}</dd></dl>
${
  ofMail === null
    ? ''
    : html`<iframe src="/messages/${id}/html" title="The mail" sandbox="${sandbox}"></iframe>
<h2>As text</h2>`
}
<pre>${withLinks(text)}</pre>`,
  );
}

/** No scripts, and no access to the inbox; links open a new tab, without these limits. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

/** Headers for a mail's HTML, which only the inbox may frame. */
export const mailHeaders = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'self'",
    `sandbox ${sandbox}`,
  ].join('; '),
};

/** Returns a mail's HTML, whose links open a new tab. */
export const mailPage = (ofMail: string): string =>
  ofMail.replace(/<head>/i, '$&<base target="_blank">');

const time = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

function withLinks(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>]+)/);
  return parts.map((part, index) => {
    const isAddress = index % 2 === 1;
    return isAddress ? html`<a href="${part}">${part}</a>` : html`${part}`;
  });
}
