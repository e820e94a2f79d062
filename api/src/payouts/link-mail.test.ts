import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkMail } from './link-mail.ts';

const site = { SITE_URL: 'https://kargo.example', CONTACT_EMAIL: 'hello@kargo.example' };
const link = 'https://kargo.example/api/v1/payout-links/token';
const driver = { email: 'ada@kargo.example', name: 'Ada <b>Field</b>' };

for (const [reason, button, why] of [
  ['form_completed', 'Add bank details', 'your payout details were sent to Kargo'],
  ['unfinished', 'Finish setup', 'somebody asked Kargo for a link'],
  ['disabled', 'See what is missing', 'somebody asked Kargo for a link'],
  ['bank_details', 'Update bank details', 'somebody asked Kargo for a link'],
] as const) {
  test(`the mail "${reason}" leads to the link, and says why it comes and how long it works`, () => {
    const { to, text, html } = linkMail({ ...driver, reason }, link, site);
    assert.equal(to, driver.email);
    assert.ok(text.split('\n').includes(link));
    assert.match(html, new RegExp(`href="${link}"[^>]*>${button}</a>`));
    for (const part of [text, html]) {
      assert.ok(part.includes(why));
      assert.ok(part.includes('The link works for 24 hours.'));
    }
    assert.ok(html.includes('Hello Ada &lt;b&gt;Field&lt;/b&gt;,'));
  });
}
