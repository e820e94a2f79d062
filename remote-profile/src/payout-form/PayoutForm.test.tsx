import { apiClient } from '@kargo/shared-runtime/api-client';
import { endSession, startSession, updateSession } from '@kargo/shared-runtime/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { contents, fileOf, fileThatGoes, slowFile } from '../testing/files.ts';
import { leavable, leaveAndComeBack } from '../testing/leavable.tsx';
import {
  button,
  drop,
  field,
  fillIn,
  newDriver,
  refusal,
  showSignedIn,
} from '../testing/signed-in.tsx';
import { PayoutForm } from './PayoutForm.tsx';

const maya = { ...newDriver, id: 'id-of-maya' };

const show = (profile = maya) =>
  showSignedIn(
    leavable((props) => <PayoutForm {...props} headingRef={null} onCompleted={() => {}} />),
    profile,
  );

const document = () => field('Identity document');
const notice = () => screen.queryByText(/We kept what you typed\./);
const askedAgain = () => screen.queryAllByText(/Choose licence\.jpg again\./);

const inserts = () =>
  jest.spyOn(apiClient, 'insertPayoutDetails').mockResolvedValue({ stripe_error_token: 'token' });

async function fillInForm(user: UserEvent) {
  fillIn('First name', 'Maya Adaeze');
  fillIn('Last name', 'Okafor');
  fillIn('Date of birth', '03/05/2001');
  await user.upload(document(), fileOf('licence.jpg', 3));
}

const submit = (user: UserEvent) => user.click(button('Submit Stripe Form'));

async function pasteInto(label: string, text: string): Promise<UserEvent> {
  const user = show({ ...maya, phone: '' });
  await user.click(field(label));
  await user.paste(text);
  return user;
}

afterEach(() => act(() => endSession('logged-out')));

test('Drivers who come back find what they typed, and are asked for the file by its name', async () => {
  const user = show();
  await fillInForm(user);
  expect(notice()).not.toBeInTheDocument();
  await leaveAndComeBack(user);

  expect(notice()?.closest('[role=status]')).toHaveTextContent(
    'We kept what you typed. It is not sent yet. Choose licence.jpg again.',
  );
  expect(field('First name')).toHaveValue('Maya Adaeze');
  expect(field('Last name')).toHaveValue('Okafor');
  expect(field('Phone number')).toHaveValue('+1 2025550123');
  expect(field('Date of birth')).toHaveValue('03/05/2001');
  expect(document()).toHaveAccessibleDescription(/Choose licence\.jpg again\./);
  expect(screen.getByText('Choose a file')).toBeVisible();

  // Once there is another file they are no longer asked, even if it is removed.
  await user.upload(document(), fileOf('passport.png', 3));
  await waitFor(() => expect(askedAgain()).toEqual([]));
  await user.click(button('Remove'));
  expect(askedAgain()).toEqual([]);
  await leaveAndComeBack(user);
  expect(notice()).toBeVisible();
  expect(askedAgain()).toEqual([]);
});

test('A file alone is asked for too, without claiming that something was typed', async () => {
  const user = show();
  await user.upload(document(), fileOf('licence.jpg', 3));
  await leaveAndComeBack(user);
  expect(notice()).not.toBeInTheDocument();
  expect(askedAgain()).toHaveLength(2);
});

test('If nothing was typed, or all of it was deleted again, nothing is said', async () => {
  const user = show();
  await leaveAndComeBack(user);
  expect(notice()).not.toBeInTheDocument();
  await user.type(field('First name'), 'M');
  await user.clear(field('First name'));
  await leaveAndComeBack(user);
  expect(notice()).not.toBeInTheDocument();
});

test('The calendar opens at the latest birthday, and its date is kept too', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00'), advanceTimers: true });
  const user = show();
  await user.click(button('Pick from a calendar'));
  expect(await screen.findByRole('grid', { name: 'November 2008' })).toBeVisible();
  expect(screen.getByLabelText(/November 22, 2008/)).toBeDisabled();
  expect(screen.getAllByRole('columnheader', { hidden: true })[0]).toHaveTextContent('Su');
  await user.selectOptions(field('Choose the Year'), '1988');
  await user.selectOptions(field('Choose the Month'), 'February');
  await user.click(screen.getByLabelText(/February 29, 1988/));
  expect(field('Date of birth')).toHaveValue('02/29/1988');
  await leaveAndComeBack(user);
  expect(field('Date of birth')).toHaveValue('02/29/1988');
  jest.useRealTimers();
});

test('A calendar that loads late leaves the focus to drivers who have gone on', async () => {
  const user = show();
  act(() => button('Pick from a calendar').focus());
  fireEvent.click(button('Pick from a calendar'));
  act(() => field('First name').focus());
  await act(() => import('../date-of-birth/CalendarPopover.tsx'));
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  expect(field('First name')).toHaveFocus();
  await user.click(button('Pick from a calendar'));
  expect(await screen.findByRole('grid')).toBeVisible();
});

test('Pressed while another document is still being read, Submit sends that one', async () => {
  const submitted = inserts();
  const user = show();
  await fillInForm(user);
  await screen.findByText('licence.jpg');
  const { file, finishReading } = slowFile('passport.jpg');
  await user.upload(document(), file);
  await submit(user);
  finishReading();
  await waitFor(() => expect(submitted.mock.calls.map(([sent]) => sent.docs)).toEqual([file]));
});

test('Drivers whose session has expired find their entries after logging in again', async () => {
  jest.spyOn(apiClient, 'insertPayoutDetails').mockImplementation(async () => {
    endSession('expired');
    throw refusal(401);
  });
  const user = show();
  await fillInForm(user);
  await submit(user);
  await waitFor(() => expect(screen.queryByLabelText('First name')).not.toBeInTheDocument());

  act(() => startSession({ token: 'next', loginUser: maya }));
  expect(field('Last name')).toHaveValue('Okafor');
  expect(notice()).toBeVisible();
});

test.each([
  ['after logging out', 'logged-out' as const, maya],
  ['for another driver', 'expired' as const, { ...maya, id: 'id-of-ben' }],
])('The form is empty %s', async (_when, reason, next) => {
  const user = show();
  await fillInForm(user);
  act(() => endSession(reason));
  act(() => startSession({ token: 'next', loginUser: next }));
  expect(field('First name')).toHaveValue('');
  expect(notice()).not.toBeInTheDocument();
  expect(askedAgain()).toEqual([]);
});

test('A form that was sent leaves nothing', async () => {
  const submitted = inserts();
  const user = show();
  await fillInForm(user);
  await submit(user);
  await waitFor(() => expect(submitted).toHaveBeenCalled());
  await leaveAndComeBack(user);
  expect(field('First name')).toHaveValue('');
  expect(notice()).not.toBeInTheDocument();
});

test('A number that the profile gets in the meantime does not count as typed', async () => {
  const user = show();
  act(() => updateSession({ loginUser: { ...maya, phone: '+1 2025550199' } }));
  expect(field('Phone number')).toHaveValue('+1 2025550199');
  await leaveAndComeBack(user);
  expect(field('Phone number')).toHaveValue('+1 2025550199');
  expect(notice()).not.toBeInTheDocument();

  // It does not replace a typed number either.
  fillIn('Phone number', '2025550111');
  act(() => updateSession({ loginUser: { ...maya, phone: '+1 2025550188' } }));
  expect(field('Phone number')).toHaveValue('+1 2025550111');
});

describe('the document', () => {
  const preview = () => screen.findByRole('button', { name: /^Preview of licence\.jpg/ });

  test('is shown large, and larger on demand', async () => {
    const user = show();
    await user.upload(document(), fileOf('licence.jpg', 3));
    await user.click(await preview());
    const dialog = screen.getByRole('dialog', { name: 'licence.jpg' });
    await user.click(within(dialog).getByText('Close'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(button('Remove'));
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  test('has no preview if it is no picture', async () => {
    const user = show();
    await user.upload(document(), fileOf('licence.jpg', 3));
    fireEvent.error(await screen.findByAltText('Preview of licence.jpg'));
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByText('licence.jpg')).toBeVisible();
  });

  test('of another kind is refused as specified, and the driver learns what it is', async () => {
    show();
    drop(new File([contents.heic], 'licence.jpg', { type: 'image/jpeg' }));
    const errors = await screen.findByText(/^It is an iPhone HEIC photo\./);
    expect(errors.parentElement?.parentElement?.textContent).toMatch(
      /^Error: Allowed formats: JPG, JPEG, PNGError: It is an iPhone HEIC photo\./,
    );
    drop(new File([contents.jpeg], '1000012345'));
    expect(await screen.findByText('1000012345.jpg')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Allowed formats/)).not.toBeInTheDocument());
  });

  test('that changed after it was chosen is not sent, and has to be chosen again', async () => {
    const submitted = inserts();
    const user = show();
    await fillInForm(user);
    const { file, go } = fileThatGoes('licence.jpg');
    await user.upload(document(), file);
    expect(await preview()).toBeVisible();
    go();
    await submit(user);
    expect(await screen.findByText('The file has changed. Choose it again.')).toBeVisible();
    expect(screen.queryByText(/^Allowed formats/)).not.toBeInTheDocument();
    expect(submitted).not.toHaveBeenCalled();
    expect(field('Last name')).toHaveValue('Okafor');
  });

  test('is never altered: there is no way to make a large one smaller', async () => {
    const user = show();
    await user.upload(document(), fileOf('licence.jpg', 2_097_153));
    expect(await screen.findByText('Max file size is 2MB')).toBeVisible();
    expect(await preview()).toBeVisible();
    expect(screen.queryByText('Make it smaller')).not.toBeInTheDocument();
  });
});

test.each([
  ['+49 30 901820', /Error: Phone number must start with \+1/],
  ['+1 202-555-0123 x12', /Leave out the extension/],
])('The pasted number %s stays as it is, and the form says what is wrong', async (text, why) => {
  const user = await pasteInto('Phone number', text);
  await user.tab();
  expect(field('Phone number')).toHaveValue(text);
  await waitFor(() => expect(field('Phone number')).toHaveAccessibleDescription(why));
});

// format-payout-phone.test.ts and format-typed-date.test.ts have more of these.
test.each([
  ['Phone number', '\u202a+1 (202) 555\u20110123\u202c', '+1 2025550123'],
  ['Date of birth', 'Mar 5, 1990', '03/05/1990'],
  ['Date of birth', '02/1990', '02/1990'],
])('A pasted %s "%s" becomes "%s"', async (label, text, shown) => {
  const user = await pasteInto(label, text);
  expect(field(label)).toHaveValue(shown);
  await user.tab();
  expect(field(label)).toHaveValue(shown);
});

test('A date that is typed year first is not converted before its last digit', async () => {
  const user = show();
  await user.type(field('Date of birth'), '1990/3/15');
  expect(field('Date of birth')).toHaveValue('03/15/1990');
});

describe('while a keyboard composes', () => {
  /** Fields of an input event. */
  type Change = [value: string, inputType: string, isComposing?: boolean];

  /** Types as input methods do, digit by digit, without an end. Safari reports the start late. */
  const compose = (digits: string): Change[] =>
    Array.from(digits, (_, at) => [digits.slice(0, at + 1), 'insertCompositionText', at > 0]);

  function send(input: HTMLElement, [value, inputType, isComposing = false]: Change) {
    fireEvent.input(input, { target: { value }, inputType, isComposing, data: value });
  }

  type End = (input: HTMLInputElement, text: string) => void;
  const ends: Record<string, End> = {
    'Chromium, whose last event is the end': (input, text) =>
      fireEvent.compositionEnd(input, { data: text }),
    'Firefox, where the last change comes after the end': (input, text) => {
      fireEvent.compositionEnd(input, { data: text });
      send(input, [input.value, 'insertCompositionText']);
    },
    'WebKit, which takes the text away and inserts it before the end': (input, text) => {
      send(input, ['', 'deleteCompositionText']);
      send(input, [text, 'insertFromComposition']);
      fireEvent.compositionEnd(input, { data: text });
    },
    'a browser that never reports the end': (input) => fireEvent.blur(input),
  };

  test.each(Object.entries(ends))('nothing is rewritten before the end, in %s', async (_, end) => {
    show({ ...maya, phone: '' });
    for (const [label, digits, formatted] of [
      ['Phone number', '２０２5550123', '+1 2025550123'],
      ['Date of birth', '03051990', '03/05/1990'],
    ] as const) {
      const input = field(label);
      fireEvent.compositionStart(input);
      for (const change of compose(digits)) {
        send(input, change);
        expect(input).toHaveValue(change[0]);
      }
      await act(async () => end(input, digits));
      expect(input).toHaveValue(formatted);
    }
  });

  test('a date can be continued after a part of it was composed', async () => {
    const user = show();
    const input = field('Date of birth');
    for (const change of compose('0305')) send(input, change);
    fireEvent.compositionEnd(input, { data: '0305' });
    expect(input).toHaveValue('03/05');
    await user.type(input, '1990');
    expect(input).toHaveValue('03/05/1990');
  });

  test('Enter sends a composed number in its final form', async () => {
    const submitted = inserts();
    const user = show({ ...maya, phone: '' });
    await fillInForm(user);
    for (const change of compose('2025550123')) send(field('Phone number'), change);
    fireEvent.submit(field('Phone number'));
    await waitFor(() => expect(submitted).toHaveBeenCalled());
    expect(submitted.mock.calls[0]?.[0]).toMatchObject({ phone: '+1 2025550123' });
  });
});
