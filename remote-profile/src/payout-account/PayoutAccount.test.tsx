import { apiClient } from '@kargo/shared-runtime/api-client';
import { getSession, updateSession } from '@kargo/shared-runtime/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fileOf } from '../testing/file-of.ts';
import { focusIn } from '../testing/focus-in.ts';
import { newDriver, refusal, showSignedIn } from '../testing/signed-in.tsx';
import { PayoutAccount } from './PayoutAccount.tsx';

// Whole forms are filled in here, on machines that may have more to do.
jest.setTimeout(20_000);

// The card reads the profile again when a mail was sent.
beforeEach(() => {
  jest.spyOn(apiClient, 'verifyQuietly').mockReturnValue(new Promise(() => {}));
});

const state = () => screen.getByTestId('payout-state').dataset.state;
const button = (name: string) => screen.getByRole('button', { name });
const document = fileOf('licence.jpg', 3);

async function fillInForm(user: UserEvent) {
  await user.type(screen.getByLabelText('First name'), 'Maya');
  await user.type(screen.getByLabelText('Last name'), 'Okafor');
  await user.type(screen.getByLabelText('Date of birth'), '03/05/2001');
  await user.upload(screen.getByLabelText('Identity document'), document);
}

describe('the form', () => {
  test('accepts the details, and moves on to the mail without loading anything again', async () => {
    const insert = jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockResolvedValue({ stripe_error_token: 'new token' });
    const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
    const user = showSignedIn(PayoutAccount);
    expect(state()).toBe('form');
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));

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
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(
        screen.getByRole('heading', { name: 'Check your e-mail for the link to finish setup.' }),
      ).toHaveFocus();
    });

    await user.click(button('Resend Link'));
    expect(resend).toHaveBeenCalledWith('new token', 1);
  });

  test('keeps the entries of details that were taken without a link code, until the profile says so', async () => {
    jest.spyOn(apiClient, 'insertPayoutDetails').mockResolvedValue({ stripe_error_token: '' });
    const driver = { ...newDriver, id: 'id-of-maya', stripe_error_token: 'known' };
    const user = showSignedIn(PayoutAccount, driver);
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));
    await screen.findByRole('alertdialog', { name: 'KYC Verification Completed' });
    expect(getSession().loginUser).toMatchObject({ stripe_error_token: 'known' });
    act(() => updateSession({ loginUser: driver }));
    expect(screen.getByLabelText('First name')).toHaveValue('Maya');
  });

  test('says everything that is missing, also in the title of the window', async () => {
    window.document.title = 'My profile';
    const user = showSignedIn(PayoutAccount, { ...newDriver, phone: '030 901820' });
    await user.click(button('Submit Stripe Form'));

    for (const message of [
      'First Name is required',
      'Last Name is required',
      'Phone number is required',
      'Date of Birth is required',
      'Document is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(window.document.title).toBe('Error: My profile');
  });

  test('ends with the reference of a request that failed on our side', async () => {
    jest.spyOn(apiClient, 'insertPayoutDetails').mockRejectedValue(refusal(500));
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(dialog).toHaveTextContent(/Something went wrong!Reference: 4f1c-22/);
  });

  test.each([
    ['The server says why.', 'The server says why.'],
    [null, 'Something went wrong!'],
  ])('keeps every entry when the server says %p', async (serverMessage, shown) => {
    jest.spyOn(apiClient, 'insertPayoutDetails').mockRejectedValue(refusal(422, serverMessage));
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));

    const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(within(dialog).getByText(shown)).toBeVisible();
    await focusIn(dialog);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(state()).toBe('form');
    expect(screen.getByLabelText('First name')).toHaveValue('Maya');
    expect(screen.getByLabelText('Last name')).toHaveValue('Okafor');
    expect(screen.getByLabelText('Phone number')).toHaveValue('+1 2025550123');
    expect(screen.getByLabelText('Date of birth')).toHaveValue('03/05/2001');
    expect(screen.getByText('licence.jpg')).toBeVisible();
  });

  test.each([
    ['document_type_not_allowed', 'Allowed formats: JPG, JPEG, PNG'],
    ['document_too_large', 'Max file size is 2MB'],
    ['document_unreadable', "This file can't be opened. Take the photo again, or choose another."],
  ] as const)('reports at the document that it was refused as %s', async (code, sentence) => {
    jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockRejectedValueOnce(refusal(422, 'So says the server.', code))
      .mockResolvedValueOnce({ stripe_error_token: 'token' });
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(dialog).toHaveTextContent('So says the server.');
    await focusIn(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));

    const field = screen.getByLabelText('Identity document');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(screen.getByText(sentence)).toBeVisible();
    await user.upload(field, fileOf('another.jpg', 3));
    await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
    expect(field).toHaveFocus();
    expect(screen.getByText('another.jpg').closest('[role=status]')).toHaveTextContent('1 KB');
    await user.click(button('Submit Stripe Form'));
    await waitFor(() => expect(state()).toBe('pending'));
  });

  test('says what to look at when Stripe refuses the details', async () => {
    jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockRejectedValue(refusal(422, 'Stripe said no.', 'payout_details_refused'));
    const user = showSignedIn(PayoutAccount);
    await fillInForm(user);
    await user.click(button('Submit Stripe Form'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(dialog).toHaveTextContent('Stripe said no.');
    expect(dialog).toHaveTextContent(
      'Compare your name, phone number and date of birth with your ID, then send the form again.',
    );
  });

  test('checks a document as soon as it is chosen, and lets it be removed', async () => {
    const user = showSignedIn(PayoutAccount);
    await user.upload(screen.getByLabelText('Identity document'), fileOf('licence.jpg', 2_097_153));
    expect(await screen.findByText('Max file size is 2MB')).toBeVisible();
    expect(screen.getByText('2.01 MB')).toBeVisible();
    await user.click(button('Remove'));
    expect(screen.queryByText('licence.jpg')).not.toBeInTheDocument();
    expect(screen.queryByText('Max file size is 2MB')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Identity document')).toHaveFocus();
  });

  test('takes a date from the calendar, which opens at the latest birthday', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00'), advanceTimers: true });
    const user = showSignedIn(PayoutAccount);
    await user.click(button('Pick from a calendar'));
    expect(await screen.findByRole('grid', { name: 'November 2008' })).toBeVisible();
    expect(screen.getByRole('button', { name: /November 22, 2008/ })).toBeDisabled();
    expect(screen.getAllByRole('columnheader', { hidden: true })[0]).toHaveTextContent('Su');
    await user.selectOptions(screen.getByLabelText('Choose the Year'), '1988');
    await user.selectOptions(screen.getByLabelText('Choose the Month'), 'February');
    await user.click(screen.getByRole('button', { name: /February 29, 1988/ }));
    expect(screen.getByLabelText('Date of birth')).toHaveValue('02/29/1988');
    jest.useRealTimers();
  });
});

describe('a disabled account', () => {
  const disabled = {
    ...newDriver,
    form_completed: true,
    onboarding_completed: true,
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

  test('shows a reason as the text it is', () => {
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

test.each([
  [429, /Too many attempts\. Wait a few minutes, then try again\..*Something went wrong!Close$/],
  [503, /on our side\..+Something went wrong!Reference: 4f1c-22Close$/],
])('A link that could not be sent, by %d, can be asked for again', async (status, text) => {
  const resend = jest.spyOn(apiClient, 'resendOnboardingLink').mockRejectedValue(refusal(status));
  const user = showSignedIn(PayoutAccount, {
    ...newDriver,
    form_completed: true,
    stripe_error_token: 'token',
  });
  await user.click(button('Resend Link'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Error' });
  expect(dialog).toHaveTextContent(text);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.click(button('Resend Link'));
  expect(resend).toHaveBeenCalledTimes(2);
});

test('Drivers who have finished at Stripe check their status', async () => {
  const pending = { ...newDriver, form_completed: true, stripe_error_token: 'token' };
  const verify = jest.spyOn(apiClient, 'verify').mockResolvedValue(pending);
  const user = showSignedIn(PayoutAccount, pending);
  await user.click(button('Check status'));
  expect(await screen.findByText('Not confirmed yet. Stripe may need a moment.')).toBeVisible();

  verify.mockResolvedValue({ ...pending, onboarding_completed: true });
  await user.click(button('Check status'));
  await waitFor(() => expect(state()).toBe('done'));
  expect(
    screen.getByRole('heading', {
      name: 'Your payout account is verified. You can receive payments.',
    }),
  ).toHaveFocus();
});

describe('the state that changed elsewhere', () => {
  const pending = { ...newDriver, form_completed: true, stripe_error_token: 'token' };
  const completed = { loginUser: { ...pending, onboarding_completed: true } };
  const verified = 'Your payout account is verified. You can receive payments.';

  test('leaves the focus of drivers who are busy elsewhere, and is told', () => {
    showSignedIn(
      (props) => (
        <>
          <input aria-label="Elsewhere" />
          <PayoutAccount {...props} />
        </>
      ),
      pending,
    );
    // Its focus is lost to nothing first, as by a click beside it.
    button('Resend Link').focus();
    button('Resend Link').blur();
    screen.getByLabelText('Elsewhere').focus();
    expect(screen.getAllByRole('status')[0]).toBeEmptyDOMElement();
    act(() => updateSession(completed));
    expect(state()).toBe('done');
    expect(screen.getByLabelText('Elsewhere')).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('Ready to be paid');
  });

  test('moves the focus on if it was on what is gone', () => {
    showSignedIn(PayoutAccount, pending);
    button('Resend Link').focus();
    act(() => updateSession(completed));
    expect(screen.getByRole('heading', { name: verified })).toHaveFocus();
  });
});

describe('the last link', () => {
  const last_link = { sent_at: '2026-11-21T09:30:00Z', expires_at: '2026-11-22T09:30:00Z' };
  const pending = { ...newDriver, form_completed: true, stripe_error_token: 'token', last_link };
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

  test('is shown with its end, to the second', () => {
    showSignedIn(PayoutAccount, pending);
    const sent = `Sent ${format(last_link.sent_at)}`;
    const end = format(last_link.expires_at);
    expect(written()).toBe(`${sent}, ends ${end}`);
    act(() => jest.advanceTimersByTime(1000));
    expect(written()).toBe(`${sent}, ended ${end}`);
  });

  test('is shown with the end of a link that was mailed later', () => {
    showSignedIn(PayoutAccount, pending);
    act(() => jest.advanceTimersByTime(8 * 3_600_000));
    const expires_at = '2026-11-23T17:29:59Z';
    act(() =>
      updateSession({ loginUser: { ...pending, last_link: { ...last_link, expires_at } } }),
    );
    act(() => jest.advanceTimersByTime(24 * 3_600_000));
    expect(written()).toMatch(/, ended /);
  });

  test('is not rendered endlessly where the clock is a year slow', () => {
    const now = Date.parse('2025-11-22T09:30:00Z');
    jest.setSystemTime(now);
    showSignedIn(PayoutAccount, pending);
    act(() => jest.advanceTimersToNextTimer());
    expect(Date.now() - now).toBe(2 ** 31 - 1);
  });

  test.each([{ onboarding_completed: true }, { form_completed: false }, { last_link: null }])(
    'is not shown where there is none to follow (%j)',
    (change) => {
      showSignedIn(PayoutAccount, { ...pending, ...change });
      expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument();
    },
  );

  test('is read again when another one was mailed', async () => {
    jest.useRealTimers();
    jest.spyOn(apiClient, 'resendOnboardingLink').mockResolvedValue();
    const fresh = { sent_at: '2026-11-23T10:00:00Z', expires_at: '2026-11-24T10:00:00Z' };
    jest.spyOn(apiClient, 'verifyQuietly').mockResolvedValue({ ...pending, last_link: fresh });
    const user = showSignedIn(PayoutAccount, pending);
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
])('Drivers who wait for mails (%j) learn how to recognize ours', (change, isTold) => {
  const mails = { mails_from: 'no-reply@kargo.example', masked_email: 'm•••@kargo.example' };
  showSignedIn(PayoutAccount, { ...newDriver, ...mails, ...change });
  expect(screen.queryByTestId('our-mails')?.textContent).toBe(
    isTold
      ? 'Our mails come from no-reply@kargo.example and go to m•••@kargo.example. Their links begin with http://localhost/'
      : undefined,
  );
});

test('Drivers who are paid ask for the link to their bank details', async () => {
  const update = jest.spyOn(apiClient, 'updateBankDetails').mockResolvedValue();
  const user = showSignedIn(PayoutAccount, {
    ...newDriver,
    form_completed: true,
    onboarding_completed: true,
  });
  expect(state()).toBe('done');
  await user.click(button('Update Bank Details'));
  expect(update).toHaveBeenCalled();
  expect(await screen.findByText('Link sent successfully to your email address.')).toBeVisible();
});

describe('what Stripe says beside the state', () => {
  const formDone = { ...newDriver, form_completed: true, stripe_error_token: 'token' };
  const none = { problems: [] };
  const notes = () => screen.queryByTestId('payout-notes');

  test('nothing is said about an account that waits for something unknown to the page', () => {
    const payout_notes = { ...none, waits_for: 'of_tomorrow' as 'payouts' };
    showSignedIn(PayoutAccount, { ...formDone, payout_notes });
    expect(notes()).not.toBeInTheDocument();
  });

  test.each([
    ['transfers_pending', /^Stripe is still checking whether you can be paid\./],
    ['transfers_inactive', /^Stripe doesn't transfer money to your account yet\./],
    ['payouts', /^Stripe has not turned on payouts to your bank account yet\./],
  ] as const)('an account that waits for %s is pending, with the reason', (waits_for, why) => {
    showSignedIn(PayoutAccount, { ...formDone, payout_notes: { ...none, waits_for } });
    expect(state()).toBe('pending');
    const sentence = screen.getByText(why);
    const heading = screen.getByRole('heading', { name: /^Check your e-mail/ });
    expect(sentence.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('a ready account shows until when Stripe waits, and what was refused', () => {
    showSignedIn(PayoutAccount, {
      ...formDone,
      onboarding_completed: true,
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

  test('a disabled account shows what was refused, beside the reason', () => {
    showSignedIn(PayoutAccount, {
      ...formDone,
      onboarding_error: 'requirements.past_due',
      payout_notes: { ...none, waits_for: 'transfers_inactive', problems: ['of_a_new_kind'] },
    });
    expect(screen.getByText('requirements.past_due')).toBeVisible();
    expect(
      screen.getByText('Stripe could not accept something that you sent (of_a_new_kind).'),
    ).toBeVisible();
    expect(notes()).not.toBeInTheDocument();
  });

  test.each([undefined, none])('nothing is said without notes (%j)', (given) => {
    showSignedIn(PayoutAccount, { ...formDone, payout_notes: given });
    expect(notes()).not.toBeInTheDocument();
  });
});
