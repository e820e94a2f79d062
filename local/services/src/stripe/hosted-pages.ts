import { type Html, html, page, pageHeaders } from '../html.ts';
import { type ConnectedAccount, decisions } from './connected-account.ts';

/** On every page, so that nobody mistakes it for Stripe. */
const notice = html`<p role="note"><strong>This is not Stripe.</strong> It stands in for Stripe on
this machine so that payouts can be tried out. Nothing leaves the machine, no money moves: enter no
real bank details.</p>`;

/** @param leadsTo addresses to which the page's form redirects */
export function headersFor(...leadsTo: string[]): Record<string, string> {
  const origins = [...new Set(leadsTo.map((url) => new URL(url).origin))];
  const policy = pageHeaders['content-security-policy'];
  return {
    ...pageHeaders,
    // Browsers also apply form-action to redirects.
    'content-security-policy': policy.replace(
      "form-action 'self'",
      ["form-action 'self'", ...origins].join(' '),
    ),
  };
}

export function onboardingPage(account: ConnectedAccount, problem?: string): string {
  return page(
    'Set up payouts',
    html`${notice}
${alert(problem)}
<h2>Who you are</h2>
${personList(account)}
<form method="post">
<h2>Where you are paid</h2>
${bankFields}
<h2>What Stripe decides</h2>
<label for="decision">There is nobody here to check anything, so choose</label>
${decisionField('')}
<button name="action" value="submit">Agree and submit</button>
<button name="action" value="later" formnovalidate>Leave and finish later</button>
<button name="action" value="expire" formnovalidate>Let this page expire</button>
</form>`,
  );
}

export function dashboardPage(
  account: ConnectedAccount,
  outcome: { problem?: string; isSaved?: boolean } = {},
): string {
  const { bank, disabledReason } = account;
  return page(
    'Your payouts',
    html`${notice}
${outcome.isSaved ? html`<p role="status">Your bank details are saved.</p>` : ''}
${alert(outcome.problem)}
<dl><dt>Payouts</dt><dd>${disabledReason ? `paused (${disabledReason})` : 'on'}</dd>
<dt>Bank account</dt><dd>${bank ? `•••• ${bank.last4}` : 'none'}</dd></dl>
<form method="post">
<h2>Change your bank details</h2>
${bankFields}
<button>Save</button>
</form>`,
  );
}

export function accountsPage(accounts: readonly ConnectedAccount[]): string {
  const list =
    accounts.length === 0
      ? html`<p>No accounts yet. One appears when a driver has sent the payout form.</p>`
      : html`<ul>${accounts.map(accountItem)}</ul>`;
  return page('Stripe stand-in', html`${notice}${list}`);
}

function accountItem(account: ConnectedAccount): Html {
  const { id, email, person, disabledReason, detailsSubmitted, bank } = account;
  const { first_name = '', last_name = '' } = person;
  return html`<li><h2>${`${first_name} ${last_name}`.trim() || id}</h2>
<p>${email ?? 'no e-mail'} · ${id} · ${bank ? `bank account •••• ${bank.last4}` : 'no bank account'}</p>
${
  detailsSubmitted
    ? html`<form method="post" action="/stand-in/accounts/${id}/decision">
<label for="decision-${id}">Stripe's decision</label>
${decisionField(disabledReason ?? '', id)}
<button>Decide</button>
</form>`
    : html`<p>Not submitted: the link in the mail to this driver leads to the form.</p>`
}</li>`;
}

function decisionField(chosen: string, id?: string): Html {
  return html`<select id="${id ? `decision-${id}` : 'decision'}" name="decision">
${decisions.map(
  ({ reason, words }) =>
    html`<option value="${reason}"${reason === chosen ? html` selected` : ''}>${words}</option>`,
)}
</select>`;
}

/** The page for people who have no site to return to. */
export function deadEndPage(): string {
  return page(
    'This link has expired',
    html`${notice}<p>It works once and for a few minutes. Ask for a new one on the site that you
came from.</p>`,
  );
}

const bankFields = html`<label for="routing">Routing number (9 digits)</label>
<input id="routing" name="routing" inputmode="numeric" autocomplete="off" value="110000000">
<label for="account">Account number (4 to 17 digits)</label>
<input id="account" name="account" inputmode="numeric" autocomplete="off" value="000123456789">`;

const alert = (problem: string | undefined): Html =>
  problem ? html`<p role="alert">${problem}</p>` : html``;

function personList({ person, email }: ConnectedAccount): Html {
  const { first_name = '', last_name = '', dob, phone = '', document } = person;
  const born = dob ? `${dob.year}-${twoDigits(dob.month)}-${twoDigits(dob.day)}` : '';
  return html`<dl><dt>Name</dt><dd>${`${first_name} ${last_name}`}</dd>
<dt>Born</dt><dd>${born}</dd>
<dt>Phone</dt><dd>${phone}</dd>
<dt>E-mail</dt><dd>${email ?? ''}</dd>
<dt>Identity document</dt><dd>${document ? 'received' : 'none'}</dd></dl>`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
