import { apiClient } from '@kargo/shared-runtime/api-client';
import { getSession, updateSession } from '@kargo/shared-runtime/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fileOf } from '../testing/files.ts';
import { button, field, fillIn, newDriver, refusal, showSignedIn } from '../testing/signed-in.tsx';
import { PayoutAccount } from './PayoutAccount.tsx';

// These tests fill in whole forms, on machines that may be busy.
jest.setTimeout(20_000);

// The card reads the profile again after a mail was sent.
beforeEach(() => {
  jest.spyOn(apiClient, 'verifyQuietly').mockReturnValue(new Promise(() => {}));
});

const state = () => screen.getByTestId('payout-state').dataset.state;
const document = fileOf('licence.jpg', 3);
const pending = { ...newDriver, form_completed: true, stripe_error_token: 'token' };
const done = { ...pending, onboarding_completed: true };
const verified = 'Your payout account is verified. You can receive payments.';

async function fillInForm(user: UserEvent) {
  fillIn('First name', 'Maya');
  fillIn('Last name', 'Okafor');
  fillIn('Date of birth', '03/05/2001');
  await user.upload(field('Identity document'), document);
}

const submit = (user: UserEvent) => user.click(button('Submit Stripe Form'));

describe('the form', () => {
  test('accepts the details, and moves on to the mail without loading anything again', async () => {
    const insert = jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockResolvedValue({ stripe_error_token: 'new token' });
    const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
    const user = showSignedIn(PayoutAccount);
    expect(state()).toBe('form');
    await fillInForm(user);
    await submit(user);

    const dialog = await screen.findByRole('alertdialog', { name: 'KYC Verification Completed' });
    expect(insert.mock.calls[0]?.[0]).toEqual({
      first_name: 'Maya',
      last_name: 'Okafor',
      phone: '+1 2025550123',
      day: '5',
      month: '3',
      year: '2001',
      docs: document,
    });
    expect(state()).toBe('pending');
    await user.click(within(dialog).getByText('Close'));
    expect(screen.getByText('Check your e-mail for the link to finish setup.')).toHaveFocus();

    await user.click(button('Resend Link'));
    expect(resend).toHaveBeenCalledWith('new token', 1);
  });

  test('keeps the entries if the response has no link code, until the profile has its new state', async () => {
    jest.spyOn(apiClient, 'insertPayoutDetails').mockResolvedValue({ stripe_error_token: '' });
    const driver = { ...newDriver, id: 'id-of-maya', stripe_error_token: 'known' };
    const user = showSignedIn(PayoutAccount, driver);
    await fillInForm(user);
    await submit(user);
    await screen.findByRole('alertdialog', { name: 'KYC Verification Completed' });
    expect(getSession().loginUser).toMatchObject({ stripe_error_token: 'known' });
    act(() => updateSession({ loginUser: driver }));
    expect(field('First name')).toHaveValue('Maya');
  });

  test('says everything that is missing, also in the title of the window', async () => {
    window.document.title = 'My profile';
    const user = showSignedIn(PayoutAccount, { ...newDriver, phone: '030 901820' });
    await submit(user);

    for (const message of [
      'First Name is required',
      'Last Name is required',
      'Phone number is required',
      'Date of Birth is required',
      'Document is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(field('First name')).toHaveFocus();
    expect(window.document.title).toBe('Error: My profile');
  });

  test('keeps every entry when it is refused, and says why', async () => {
    const insert = jest.spyOn(apiClient, 'insertPayoutDetails');
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    for (const [failure, shown] of [
      [refusal(422, 'The server says why.'), 'The server says why.Close'],
      [refusal(500), 'Something went wrong!Reference: 4f1c-22Close'],
      [
        refusal(422, 'Stripe said no.', 'payout_details_refused'),
        'Stripe said no.Compare your name, phone number and date of birth with your ID, then send the form again.Close',
      ],
    ] as const) {
      insert.mockRejectedValueOnce(failure);
      await submit(user);
      const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
      expect(dialog).toHaveTextContent(shown);
      await user.click(within(dialog).getByText('Close'));
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    }
    expect(state()).toBe('form');
    expect(field('First name')).toHaveValue('Maya');
    expect(field('Last name')).toHaveValue('Okafor');
    expect(field('Phone number')).toHaveValue('+1 2025550123');
    expect(field('Date of birth')).toHaveValue('03/05/2001');
    expect(screen.getByText('licence.jpg')).toBeVisible();
  });

  test('shows at the document why it was refused, until there is another one', async () => {
    const insert = jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockResolvedValue({ stripe_error_token: 'token' });
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    const document = field('Identity document');
    for (const [code, sentence] of [
      ['document_type_not_allowed', 'Allowed formats: JPG, JPEG, PNG'],
      ['document_too_large', 'Max file size is 2MB'],
      ['payload_too_large', 'Max file size is 2MB'],
      [
        'document_unreadable',
        "This file can't be opened. Take the photo again, or choose another.",
      ],
    ] as const) {
      insert.mockRejectedValueOnce(refusal(422, 'So says the server.', code));
      await submit(user);
      const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
      expect(dialog).toHaveTextContent('So says the server.');
      await user.click(within(dialog).getByText('Close'));
      expect(document).toHaveFocus();
      expect(document).toBeInvalid();
      expect(screen.getByText(sentence)).toBeVisible();
      await user.upload(document, fileOf(`not-${code}.jpg`, 3));
      await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
      expect(document).toHaveFocus();
      const name = screen.getByText(`not-${code}.jpg`);
      expect(name.closest('[role=status]')).toHaveTextContent('1 KB');
    }
    await submit(user);
    await waitFor(() => expect(state()).toBe('pending'));
  });

  test('checks a document as soon as it is chosen, and lets it be removed', async () => {
    const user = showSignedIn(PayoutAccount);
    await user.upload(field('Identity document'), fileOf('licence.jpg', 2_097_153));
    expect(await screen.findByText('Max file size is 2MB')).toBeVisible();
    expect(screen.getByText('2.01 MB')).toBeVisible();
    await user.click(button('Remove'));
    expect(screen.queryByText('licence.jpg')).not.toBeInTheDocument();
    expect(screen.queryByText('Max file size is 2MB')).not.toBeInTheDocument();
    expect(field('Identity document')).toHaveFocus();
  });
});

describe('a disabled account', () => {
  const disabled = {
    ...done,
    onboarding_error: 'under_review',
    stripe_error_token: 'token/of driver',
  };

  test('shows the reason, explains it, and asks for a link of mode 2', async () => {
    const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
    const user = showSignedIn(PayoutAccount, disabled);
    expect(state()).toBe('disabled');
    expect(screen.getByText('under_review')).toBeVisible();
    expect(screen.getByText('Stripe is reviewing your account.')).toBeVisible();
    await user.click(button('Resend Link'));
    expect(resend).toHaveBeenCalledWith('token/of driver', 2);
    const dialog = await screen.findByRole('alertdialog', { name: 'Secure link sent' });
    expect(within(dialog).getByText('Link sent successfully to your email address.')).toBeVisible();
  });

  test('shows a reason as plain text', () => {
    showSignedIn(PayoutAccount, { ...disabled, onboarding_error: '<b>Paused</b>\nCall us.' });
    expect(screen.getByText(/<b>Paused<\/b>\s+Call us\./)).toBeVisible();
  });

  test('without a link code cannot ask for a link, and says so', () => {
    showSignedIn(PayoutAccount, { ...disabled, stripe_error_token: null });
    expect(button('Resend Link')).toBeDisabled();
    expect(button('Resend Link')).toHaveAccessibleDescription(
      /^We can't find your link code\. Contact hello@kargo\.example ?\.$/,
    );
  });
});

test('Drivers can ask again for a link that could not be sent', async () => {
  const resend = jest.spyOn(apiClient, 'resendOnboardingLink');
  const user = showSignedIn(PayoutAccount, pending);
  for (const [status, text] of [
    [429, /Too many attempts\. Wait a few minutes, then try again\..*Something went wrong!Close$/],
    [503, /on our side\..+Something went wrong!Reference: 4f1c-22Close$/],
  ] as const) {
    resend.mockRejectedValueOnce(refusal(status));
    await user.click(button('Resend Link'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(dialog).toHaveTextContent(text);
    await user.click(within(dialog).getByText('Close'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  }
  expect(resend).toHaveBeenCalledTimes(2);
});

test('Drivers who have finished at Stripe check their status', async () => {
  const verify = jest.spyOn(apiClient, 'verify').mockResolvedValue(pending);
  const user = showSignedIn(PayoutAccount, pending);
  await user.click(button('Check status'));
  expect(await screen.findByText('Not confirmed yet. Stripe may need a moment.')).toBeVisible();

  verify.mockResolvedValue(done);
  await user.click(button('Check status'));
  await waitFor(() => expect(state()).toBe('done'));
  expect(screen.getByRole('heading', { name: verified })).toHaveFocus();
});

describe('a state that changes elsewhere', () => {
  const complete = () => act(() => updateSession({ loginUser: done }));

  test('is announced, and leaves the focus to drivers who are busy elsewhere', () => {
    showSignedIn(
      (props) => (
        <>
          <input aria-label="Elsewhere" />
          <PayoutAccount {...props} />
        </>
      ),
      pending,
    );
    // The focus first goes nowhere, as when the driver clicks on the page.
    button('Resend Link').focus();
    button('Resend Link').blur();
    field('Elsewhere').focus();
    expect(screen.getAllByRole('status')[0]).toBeEmptyDOMElement();
    complete();
    expect(state()).toBe('done');
    expect(field('Elsewhere')).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('Ready to be paid');
  });

  test('moves the focus on if its element is gone', () => {
    showSignedIn(PayoutAccount, pending);
    button('Resend Link').focus();
    complete();
    expect(screen.getByRole('heading', { name: verified })).toHaveFocus();
  });
});

describe('the last link', () => {
  const last_link = { sent_at: '2026-11-21T09:30:00Z', expires_at: '2026-11-22T09:30:00Z' };
  const mailed = { ...pending, last_link };
  const written = () => screen.getByText(/^Sent/).textContent;
  const format = (at: string) =>
    new Date(at).toLocaleString('en-US', {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });

  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-22T09:29:59Z') }));
  afterEach(() => jest.useRealTimers());

  test('is shown with its end, to the second, and with that of a later one', () => {
    showSignedIn(PayoutAccount, mailed);
    const sent = `Sent ${format(last_link.sent_at)}`;
    const end = format(last_link.expires_at);
    expect(written()).toBe(`${sent}, ends ${end}`);
    act(() => jest.advanceTimersByTime(1000));
    expect(written()).toBe(`${sent}, ended ${end}`);

    const later = { ...last_link, expires_at: '2026-11-23T09:30:00Z' };
    act(() => updateSession({ loginUser: { ...pending, last_link: later } }));
    expect(written()).toBe(`${sent}, ends ${format(later.expires_at)}`);
    act(() => jest.advanceTimersByTime(24 * 3_600_000));
    expect(written()).toMatch(/, ended /);
  });

  test('is not rendered endlessly if the clock is a year slow', () => {
    const now = Date.parse('2025-11-22T09:30:00Z');
    jest.setSystemTime(now);
    showSignedIn(PayoutAccount, mailed);
    act(() => jest.advanceTimersToNextTimer());
    expect(Date.now() - now).toBe(2 ** 31 - 1);
  });

  test.each([{ onboarding_completed: true }, { form_completed: false }, { last_link: null }])(
    'is not shown if there is none to follow (%j)',
    (change) => {
      showSignedIn(PayoutAccount, { ...mailed, ...change });
      expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument();
    },
  );

  test('is read again after another one was mailed', async () => {
    jest.useRealTimers();
    jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
    const fresh = { sent_at: '2026-11-23T10:00:00Z', expires_at: '2026-11-24T10:00:00Z' };
    jest.spyOn(apiClient, 'verifyQuietly').mockResolvedValue({ ...mailed, last_link: fresh });
    const user = showSignedIn(PayoutAccount, mailed);
    await user.click(button('Resend Link'));
    await screen.findByRole('alertdialog', { name: 'Secure link sent' });
    await user.click(button('Close'));
    await waitFor(() => expect(written()).toContain(`Sent ${format(fresh.sent_at)}`));
  });
});

test.each([
  [{ form_completed: true }, true],
  [{ form_completed: true, onboarding_completed: true }, true],
  [{ onboarding_error: 'listed' }, true],
  [{}, false],
])('Drivers who wait for mails (%j) learn how to recognize ours', (change, isShown) => {
  const mails = { mails_from: 'no-reply@kargo.example', masked_email: 'm•••@kargo.example' };
  showSignedIn(PayoutAccount, { ...newDriver, ...mails, ...change });
  expect(screen.queryByTestId('our-mails')?.textContent).toBe(
    isShown
      ? 'Our mails come from no-reply@kargo.example and go to m•••@kargo.example. Their links begin with http://localhost/'
      : undefined,
  );
});

test('Drivers who are paid ask for the link to their bank details', async () => {
  const update = jest.spyOn(apiClient, 'updateBankDetails').mockResolvedValue();
  const user = showSignedIn(PayoutAccount, done);
  expect(state()).toBe('done');
  await user.click(button('Update Bank Details'));
  expect(update).toHaveBeenCalled();
  expect(await screen.findByText('Link sent successfully to your email address.')).toBeVisible();
});

describe("Stripe's notes", () => {
  const none = { problems: [] };
  const notes = () => screen.queryByTestId('payout-notes');

  test('are left out if the account waits for something that the page does not know', () => {
    const payout_notes = { ...none, waits_for: 'of_tomorrow' as 'payouts' };
    showSignedIn(PayoutAccount, { ...pending, payout_notes });
    expect(notes()).not.toBeInTheDocument();
  });

  test.each([
    ['transfers_pending', /^Stripe is still checking whether you can be paid\./],
    ['transfers_inactive', /^Stripe doesn't transfer money to your account yet\./],
    ['payouts', /^Stripe has not turned on payouts to your bank account yet\./],
  ] as const)('say why an account that waits for %s is pending', (waits_for, why) => {
    showSignedIn(PayoutAccount, { ...pending, payout_notes: { ...none, waits_for } });
    expect(state()).toBe('pending');
    const sentence = screen.getByText(why);
    const heading = screen.getByRole('heading', { name: /^Check your e-mail/ });
    expect(sentence.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('say how long Stripe waits before it pauses a ready account, and what it refused', () => {
    showSignedIn(PayoutAccount, {
      ...done,
      payout_notes: {
        ...none,
        due_at: '2026-12-03T12:00:00.000Z',
        problems: ['verification_document_expired'],
      },
    });
    expect(state()).toBe('done');
    expect(notes()).toHaveTextContent(
      /^Stripe pauses your payouts on 3 December unless it gets what it asks for\./,
    );
    expect(notes()).toHaveTextContent('Your ID has expired. Send one that is valid.');
  });

  test('are part of the reason on a disabled account', () => {
    showSignedIn(PayoutAccount, {
      ...pending,
      onboarding_error: 'requirements.past_due',
      payout_notes: { ...none, waits_for: 'transfers_inactive', problems: ['of_a_new_kind'] },
    });
    expect(screen.getByText('requirements.past_due')).toBeVisible();
    expect(
      screen.getByText('Stripe could not accept something that you sent (of_a_new_kind).'),
    ).toBeVisible();
    expect(notes()).not.toBeInTheDocument();
  });

  test.each([undefined, none])('are left out without any (%j)', (given) => {
    showSignedIn(PayoutAccount, { ...pending, payout_notes: given });
    expect(notes()).not.toBeInTheDocument();
  });
});
