import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logoId } from './mail-html.ts';
import { writeMail } from './write-mail.ts';

const site = { SITE_URL: 'https://kargo.example', CONTACT_EMAIL: 'help@kargo.example' };

const letter = {
  to: 'ada@kargo.example',
  name: 'Ada Field',
  subject: 'Your link',
  purpose: 'Do the one thing.',
  button: 'Do it',
  link: 'https://kargo.example/a?b=1&c=2',
  lifetime: 'It works for a day.',
  reason: 'You asked for it.',
};

/** Returns the text that a mail program shows of HTML, on one line. */
const shown = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('both parts of a mail say the same', () => {
  const { to, subject, text, html } = writeMail(letter, site);
  assert.equal(to, letter.to);
  assert.equal(subject, letter.subject);
  for (const part of [text, shown(html)]) {
    for (const sentence of [
      'Hello Ada Field,',
      letter.purpose,
      letter.lifetime,
      letter.reason,
      'Neither Kargo nor Stripe ever asks for your password by e-mail.',
      'Questions? Write to',
      site.CONTACT_EMAIL,
    ]) {
      assert.ok(part.includes(sentence), `${sentence}\n${part}`);
    }
  }
});

test('the text has the address on a line of its own, the HTML behind the button and in full', () => {
  const { text, html } = writeMail(letter, site);
  assert.ok(text.split('\n').includes(letter.link));
  const escaped = letter.link.replace('&', '&amp;');
  assert.equal(html.split(`href="${escaped}"`).length - 1, 2);
  assert.ok(html.includes(`>${escaped}</a>`));
  assert.ok(html.includes('>Do it</a>'));
});

test("a driver's input is shown as text, never as HTML", () => {
  const name = '<img src=x onerror="alert(1)"> & \'Ada\'';
  const { text, html } = writeMail({ ...letter, name }, site);
  assert.ok(text.includes(`Hello ${name},`));
  assert.ok(
    html.includes('Hello &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Ada&#39;,'),
  );
  assert.equal(html.match(/<img/g)?.length, 1);
});

test('a mail shows without fetching anything: its one picture is attached, and links lead to the site', () => {
  const { html } = writeMail(letter, site);
  assert.deepEqual(html.match(/\bsrc="[^"]*"/g), [`src="cid:${logoId}"`]);
  assert.doesNotMatch(html, /<(script|link|iframe|object|form)\b|url\(|@import|@font-face/i);
  for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
    assert.match(address, /^(https:\/\/kargo\.example\/|mailto:help@kargo\.example$)/);
  }
});
