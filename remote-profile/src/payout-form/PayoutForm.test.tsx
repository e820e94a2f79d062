import { apiClient } from '@kargo/shared-runtime/api-client';
import { endSession, startSession, updateSession } from '@kargo/shared-runtime/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { contents, fileThatGoes, slowFile } from '../testing/contents.ts';
import { fileOf } from '../testing/file-of.ts';
import { leavable } from '../testing/leavable.tsx';
import { newDriver, refusal, showSignedIn } from '../testing/signed-in.tsx';
import { PayoutForm } from './PayoutForm.tsx';

const maya = { ...newDriver, id: 'id-of-maya' };

const show = (profile = maya) =>
  showSignedIn(
    leavable((props) => <PayoutForm {...props} headingRef={null} onCompleted={() => {}} />),
    profile,
  );

const field = (label: string) => screen.getByLabelText(label);
const notice = () => screen.queryByText(/We kept what you typed\./);
const askedAgain = () => screen.queryAllByText(/Choose licence\.jpg again\./);

async function fillIn(user: UserEvent) {
  await user.type(field('First name'), 'Maya Adaeze');
  await user.type(field('Date of birth'), '03/05/2001');
  await user.upload(field('Identity document'), fileOf('licence.jpg', 3));
}

async function leaveAndComeBack(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await user.click(screen.getByRole('button', { name: 'Come back' }));
}

afterEach(() => act(() => endSession('logged-out')));

test('Drivers who come back find what they typed, and are asked for the file by its name', async () => {
  const user = show();
  await fillIn(user);
  expect(notice()).not.toBeInTheDocument();
  await leaveAndComeBack(user);

  expect(notice()?.closest('[role=status]')).toHaveTextContent(
    'We kept what you typed. It is not sent yet. Choose licence.jpg again.',
  );
  expect(field('First name')).toHaveValue('Maya Adaeze');
  expect(field('Last name')).toHaveValue('');
  expect(field('Phone number')).toHaveValue('+1 2025550123');
  expect(field('Date of birth')).toHaveValue('03/05/2001');
  expect(field('Identity document')).toHaveAccessibleDescription(/Choose licence\.jpg again\./);
  expect(screen.getByText('Choose a file')).toBeVisible();
});

test('Drivers who choose a file again, or another one, are no longer asked', async () => {
  const user = show();
  await fillIn(user);
  await leaveAndComeBack(user);
  await user.upload(field('Identity document'), fileOf('passport.png', 3));
  await waitFor(() => expect(askedAgain()).toEqual([]));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(askedAgain()).toEqual([]);
  await leaveAndComeBack(user);
  expect(notice()).toBeVisible();
  expect(askedAgain()).toEqual([]);
});

test('A file alone is asked for too, without claiming that something was typed', async () => {
  const user = show();
  await user.upload(field('Identity document'), fileOf('licence.jpg', 3));
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

test('A date from the calendar is kept too', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Pick from a calendar' }));
  await screen.findByRole('grid');
  await user.keyboard('{Enter}');
  const picked = screen.getByLabelText<HTMLInputElement>('Date of birth').value;
  expect(picked).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await leaveAndComeBack(user);
  expect(field('Date of birth')).toHaveValue(picked);
});

test('Submit, pressed while another document is still being read, sends that one', async () => {
  const submit = jest
    .spyOn(apiClient, 'insertPayoutDetails')
    .mockResolvedValue({ stripe_error_token: 'token' });
  const user = show();
  await fillIn(user);
  await user.type(field('Last name'), 'Okafor');
  await screen.findByText('licence.jpg');
  const { file, finishReading } = slowFile('passport.jpg');
  await user.upload(field('Identity document'), file);
  await user.click(screen.getByRole('button', { name: 'Submit Stripe Form' }));
  finishReading();
  await waitFor(() => expect(submit).toHaveBeenCalled());
  expect(submit.mock.calls.map(([sent]) => sent.docs)).toEqual([file]);
});

test('The driver whose session has expired finds it after logging in again', async () => {
  jest.spyOn(apiClient, 'insertPayoutDetails').mockImplementation(async () => {
    endSession('expired');
    throw refusal(401);
  });
  const user = show();
  await fillIn(user);
  await user.type(field('Last name'), 'Okafor');
  await user.click(screen.getByRole('button', { name: 'Submit Stripe Form' }));
  await waitFor(() => expect(screen.queryByLabelText('First name')).not.toBeInTheDocument());

  act(() => startSession({ token: 'next', loginUser: maya }));
  expect(field('Last name')).toHaveValue('Okafor');
  expect(notice()).toBeVisible();
});

test.each([
  ['after logging out', 'logged-out' as const, maya],
  ['when it is another driver', 'expired' as const, { ...maya, id: 'id-of-ben' }],
])('The form is empty %s', async (_when, reason, next) => {
  const user = show();
  await fillIn(user);
  act(() => endSession(reason));
  act(() => startSession({ token: 'next', loginUser: next }));
  expect(field('First name')).toHaveValue('');
  expect(notice()).not.toBeInTheDocument();
  expect(askedAgain()).toEqual([]);
});

test('A form that was sent leaves nothing', async () => {
  jest.spyOn(apiClient, 'insertPayoutDetails').mockResolvedValue({ stripe_error_token: 'token' });
  const user = show();
  await fillIn(user);
  await user.type(field('Last name'), 'Okafor');
  await user.click(screen.getByRole('button', { name: 'Submit Stripe Form' }));
  await waitFor(() => expect(apiClient.insertPayoutDetails).toHaveBeenCalled());
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
});

test('A number that was typed stays when the profile gets another', async () => {
  const user = show();
  await user.clear(field('Phone number'));
  await user.type(field('Phone number'), '2025550111');
  act(() => updateSession({ loginUser: { ...maya, phone: '+1 2025550199' } }));
  expect(field('Phone number')).toHaveValue('+1 2025550111');
});

describe('the document', () => {
  const preview = () => screen.findByRole('button', { name: /^Preview of licence\.jpg/ });

  test('is shown large, and larger on demand', async () => {
    const user = show();
    await user.upload(field('Identity document'), fileOf('licence.jpg', 3));
    await user.click(await preview());
    const dialog = screen.getByRole('dialog', { name: 'licence.jpg' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  test('that is no picture has no preview', async () => {
    const user = show();
    await user.upload(field('Identity document'), fileOf('licence.jpg', 3));
    fireEvent.error(within(await preview()).getByRole('img'));
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByText('licence.jpg')).toBeVisible();
  });

  test('of another kind is refused as specified, and the driver learns what it is', async () => {
    const user = show();
    const type = 'image/jpeg';
    await user.upload(
      field('Identity document'),
      new File([contents.heic], 'licence.jpg', { type }),
    );
    const errors = await screen.findByText(/^It is an iPhone HEIC photo\./);
    expect(errors.parentElement?.parentElement?.textContent).toMatch(
      /^Error: Allowed formats: JPG, JPEG, PNGError: It is an iPhone HEIC photo\./,
    );
    fireEvent.drop(screen.getByText('Choose another file'), {
      dataTransfer: { types: ['Files'], files: [new File([contents.jpeg], '1000012345')] },
    });
    expect(await screen.findByText('1000012345.jpg')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Allowed formats/)).not.toBeInTheDocument());
  });

  test('that changed after it was chosen is not sent, and has to be chosen again', async () => {
    const insert = jest.spyOn(apiClient, 'insertPayoutDetails');
    insert.mockClear();
    const user = show();
    await fillIn(user);
    await user.type(field('Last name'), 'Okafor');
    const { file, go } = fileThatGoes('licence.jpg');
    await user.upload(field('Identity document'), file);
    expect(await preview()).toBeVisible();
    go();
    await user.click(screen.getByRole('button', { name: 'Submit Stripe Form' }));
    expect(await screen.findByText('The file has changed. Choose it again.')).toBeVisible();
    expect(screen.queryByText(/^Allowed formats/)).not.toBeInTheDocument();
    expect(insert).not.toHaveBeenCalled();
    expect(field('Last name')).toHaveValue('Okafor');
  });

  test('is never altered: there is no way to make a large one smaller', async () => {
    const user = show();
    await user.upload(field('Identity document'), fileOf('licence.jpg', 2_097_153));
    expect(await screen.findByText('Max file size is 2MB')).toBeVisible();
    expect(await preview()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make it smaller' })).not.toBeInTheDocument();
  });

  test('is chosen by dropping it onto the field', async () => {
    show();
    fireEvent.drop(screen.getByText('Choose a file'), {
      dataTransfer: { types: ['Files'], files: [fileOf('licence.jpg', 3)] },
    });
    expect(await preview()).toBeVisible();
  });
});

test.each([
  ['+49 30 901820', /Error: Phone number must start with \+1/],
  ['+1 202-555-0123 x12', /Leave out the extension/],
])('The number %s, pasted, stays as it is, and the form says what is wrong', async (text, why) => {
  const user = show();
  await user.clear(field('Phone number'));
  await user.click(field('Phone number'));
  await user.paste(text);
  await user.tab();
  expect(field('Phone number')).toHaveValue(text);
  await waitFor(() => expect(field('Phone number')).toHaveAccessibleDescription(why));
});

test('A number that is pasted with invisible characters is written out', async () => {
  const user = show();
  await user.clear(field('Phone number'));
  await user.click(field('Phone number'));
  await user.paste('\u202a+1 (202) 555\u20110123\u202c');
  expect(field('Phone number')).toHaveValue('+1 2025550123');
});

test.each([
  ['Mar 5, 1990', '03/05/1990'],
  ['1990/3/5', '03/05/1990'],
  ['Mar 1990', 'Mar 1990'],
])('The date "%s", pasted, becomes "%s"', async (text, shown) => {
  const user = show();
  await user.click(field('Date of birth'));
  await user.paste(text);
  expect(field('Date of birth')).toHaveValue(shown);
});

test('A date that is typed with the year first is not taken before its last digit', async () => {
  const user = show();
  await user.type(field('Date of birth'), '1990/3/15');
  expect(field('Date of birth')).toHaveValue('03/15/1990');
});

describe('while a keyboard composes', () => {
  /** Fields of an input event. */
  type Change = [value: string, inputType: string, isComposing?: boolean];

  /** Types digit by digit as input methods do; nothing is ended. Safari says too late that it has begun. */
  const compose = (digits: string): Change[] =>
    Array.from(digits, (_, at) => [digits.slice(0, at + 1), 'insertCompositionText', at > 0]);

  function send(input: HTMLElement, [value, inputType, isComposing = false]: Change) {
    fireEvent.input(input, { target: { value }, inputType, isComposing, data: value });
  }

  type End = (input: HTMLElement, text: string) => void;
  const ends: Record<string, End> = {
    'Chromium, where all is said when it ends': (input, text) =>
      fireEvent.compositionEnd(input, { data: text }),
    'Firefox, where the last change comes after the end': (input, text) => {
      fireEvent.compositionEnd(input, { data: text });
      send(input, [(input as HTMLInputElement).value, 'insertCompositionText']);
    },
    'WebKit, which takes the text away and inserts it before the end': (input, text) => {
      send(input, ['', 'deleteCompositionText']);
      send(input, [text, 'insertFromComposition']);
      fireEvent.compositionEnd(input, { data: text });
    },
    'a browser that never says that it ended': (input) => fireEvent.blur(input),
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

  test('part of a composed date can be continued', async () => {
    const user = show();
    const input = field('Date of birth');
    for (const change of compose('0305')) send(input, change);
    fireEvent.compositionEnd(input, { data: '0305' });
    expect(input).toHaveValue('03/05');
    await user.type(input, '1990');
    expect(input).toHaveValue('03/05/1990');
  });

  test('a date that was pasted stays when the field is left', async () => {
    const user = show();
    await user.click(field('Date of birth'));
    await user.paste('02/1990');
    await user.tab();
    expect(field('Date of birth')).toHaveValue('02/1990');
  });

  test('what is sent with Enter meanwhile is sent in its final form', async () => {
    const submit = jest
      .spyOn(apiClient, 'insertPayoutDetails')
      .mockResolvedValue({ stripe_error_token: 'token' });
    submit.mockClear();
    const user = show({ ...maya, phone: '' });
    await fillIn(user);
    await user.type(field('Last name'), 'Okafor');
    for (const change of compose('2025550123')) send(field('Phone number'), change);
    fireEvent.submit(field('Phone number'));
    await waitFor(() => expect(submit).toHaveBeenCalled());
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ phone: '+1 2025550123' });
  });
});
