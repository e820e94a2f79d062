import { apiClient } from '@kargo/shared-runtime/api-client';
import { endSession, getSession, startSession, updateSession } from '@kargo/shared-runtime/session';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Toasts } from '../notices/Toasts.tsx';
import { contents, fileThatGoes, slowFile } from '../testing/contents.ts';
import { fileOf } from '../testing/file-of.ts';
import { leavable } from '../testing/leavable.tsx';
import { newDriver, refusal, showSignedIn } from '../testing/signed-in.tsx';
import { ProfileInformation } from './ProfileInformation.tsx';

const mockMakeSmaller = jest.fn();
jest.mock('./make-smaller.ts', () => ({
  ...jest.requireActual('./make-smaller.ts'),
  makeSmaller: (image: File) => mockMakeSmaller(image),
}));

const image = () => screen.getByLabelText('Profile image');
const preview = () => screen.queryByRole('img', { name: /^Preview/ });
/** Drops a file that a file dialog may not offer. */
const drop = (file: File) =>
  fireEvent.drop(screen.getByText('or drop it here'), {
    dataTransfer: { types: ['Files'], files: [file] },
  });
const save = () => screen.getByRole('button', { name: 'Save changes' });

beforeEach(() => {
  mockMakeSmaller.mockReset();
  let files = 0;
  URL.createObjectURL = jest.fn(() => `blob:file-${++files}`);
  URL.revokeObjectURL = jest.fn();
});

test('Drivers change their name, and the whole page shows it', async () => {
  const update = jest
    .spyOn(apiClient, 'updateProfile')
    .mockResolvedValue({ ...newDriver, name: 'Maya O.' });
  const user = showSignedIn((props) => (
    <>
      <ProfileInformation {...props} />
      <Toasts />
    </>
  ));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), '  Maya O. ');
  await user.click(save());

  const toast = await screen.findByText('Profile updated successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  expect(screen.getByText('Saved')).toBeVisible();
  expect(update).toHaveBeenCalledWith({ name: 'Maya O.', phone: newDriver.phone });
  expect(getSession().loginUser).toEqual({ ...newDriver, name: 'Maya O.' });
  expect(screen.getByLabelText('Name')).toHaveValue('Maya O.');

  await user.type(screen.getByLabelText('Name'), '!');
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('An image that is dropped after saving is not yet saved', async () => {
  jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeVisible();
  drop(fileOf('me.jpg', 1));
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('What was changed elsewhere meanwhile is shown and kept, beside what is being typed', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  const user = showSignedIn(ProfileInformation);
  await user.type(screen.getByLabelText('Name'), ' Ade');
  const phone = '+1 (202) 555-0199';
  act(() => updateSession({ loginUser: { ...newDriver, name: 'Changed', phone } }));
  expect(screen.getByLabelText('Phone number')).toHaveValue(phone);
  expect(screen.getByLabelText('Name')).toHaveValue(`${newDriver.name} Ade`);
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledWith({ name: 'Maya Okafor Ade', phone }));
});

test('Drivers see a new image before it is saved, and the saved one after', async () => {
  const update = jest
    .spyOn(apiClient, 'updateProfile')
    .mockResolvedValue({ ...newDriver, image: '/api/v1/profile-images/1.png' });
  const user = showSignedIn(ProfileInformation);
  const file = fileOf('me.jpg', 1);
  await user.upload(image(), file);
  await waitFor(() => expect(preview()).toHaveAttribute('src', 'blob:file-1'));

  await user.click(save());
  const saved = await screen.findByRole('img', { name: 'Your profile image' });
  expect(saved).toHaveAttribute('src', '/api/v1/profile-images/1.png');
  expect(update.mock.calls[0]?.[0].image).toBe(file);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:file-1');
});

test('A new image can be removed: the saved one is shown again, and nothing of it is sent', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), fileOf('me.jpg', 1));
  await screen.findByRole('img', { name: 'Preview of me.jpg' });
  drop(fileOf('large.jpg', 2_097_153));
  expect(await screen.findByText('Image must not be larger than 2MB')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(preview()).not.toBeInTheDocument();
  expect(screen.queryByText('Image must not be larger than 2MB')).not.toBeInTheDocument();
  expect(image()).toHaveFocus();
  await user.click(save());
  await waitFor(() =>
    expect(update).toHaveBeenCalledWith({ name: newDriver.name, phone: newDriver.phone }),
  );
});

test('Save, pressed while a new image is still being read, waits for it and saves once', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), fileOf('before.jpg', 1));
  await waitFor(() => expect(preview()).toHaveAccessibleName('Preview of before.jpg'));
  const { file, finishReading } = slowFile('after.jpg');
  await user.upload(image(), file);
  await user.dblClick(save());
  expect(screen.getByText('Sending…')).toBeVisible();
  finishReading();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(update.mock.calls.map(([sent]) => sent.image)).toEqual([file]);
});

test('What is typed while the form is being saved stays, and the next press saves it', async () => {
  let respond = (_: typeof newDriver) => {};
  const update = jest
    .spyOn(apiClient, 'updateProfile')
    .mockResolvedValue(newDriver)
    .mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  expect(await screen.findByText('Sending…')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), ' II');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  await act(async () => respond(newDriver));
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Okafor II');
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();

  await user.click(save());
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(update.mock.calls.map(([{ name }]) => name)).toEqual(['Maya Okafor', 'Maya Okafor II']);
});

test('Save does not wait for a file in whose place another was chosen', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), slowFile('in-the-cloud.jpg').file);
  const file = fileOf('here.jpg', 1);
  await user.upload(image(), file);
  await waitFor(() => expect(preview()).toHaveAccessibleName('Preview of here.jpg'));
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(update.mock.calls.map(([sent]) => sent.image)).toEqual([file]);
});

test('Nothing is sent for the next driver when the session ended while a file was read', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  const { file, finishReading } = slowFile('me.jpg');
  await user.upload(image(), file);
  await user.click(save());
  act(() => endSession('logged-out'));
  act(() => startSession({ token: 'token of the next', loginUser: newDriver }));
  await act(async () => finishReading());
  await user.upload(image(), fileOf('next.jpg', 1));
  await waitFor(() => expect(preview()).toHaveAccessibleName('Preview of next.jpg'));
  expect(update).not.toHaveBeenCalled();
});

test.each([[{}], [{ image: null }], [{ image: 7 }], [''], [{ data: newDriver }]])(
  'An image is saved once, and stays in view, whatever the response says of it: %j',
  async (response) => {
    const update = jest
      .spyOn(apiClient, 'updateProfile')
      .mockResolvedValue(response as typeof newDriver);
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), fileOf('me.jpg', 1));
    await screen.findByRole('img', { name: /^Preview/ });
    await user.click(save());
    const saved = await screen.findByRole('img', { name: 'Your profile image' });
    expect(saved).toHaveAttribute('src', 'blob:file-2');
    expect(getSession().loginUser).toEqual({ ...newDriver, image: 'blob:file-2' });
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]?.[0]).not.toHaveProperty('image');
    expect(saved).toHaveAttribute('src', 'blob:file-2');
  },
);

test('A file that is no image leaves the preview as it was, and is not sent', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  const user = showSignedIn(ProfileInformation);
  const file = fileOf('me.jpg', 1);
  await user.upload(image(), file);
  await screen.findByRole('img', { name: /^Preview/ });
  await user.upload(image(), fileOf('animated.png', 1, 'image/gif'));

  expect(await screen.findByText('Only JPG, JPEG, or PNG files are allowed')).toBeVisible();
  expect(image()).toBeInvalid();
  expect(image()).toHaveValue('');
  expect(preview()).toHaveAttribute('src', 'blob:file-1');
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalled());
  expect(update.mock.calls[0]?.[0].image).toBe(file);
});

test.each([
  ['heic', 'me.jpg', 'image/jpeg', /^It is an iPhone HEIC photo\./],
  ['webp', 'me.jpg', 'image/jpeg', /^It is a WebP picture\./],
  ['heic', 'me.heic', 'image/heic', /^It is an iPhone HEIC photo\./],
  ['empty', 'me.png', 'image/png', /^It is empty\..*cloud/],
] as const)(
  'A file that is %s, named %s, is refused, and told',
  async (content, name, type, why) => {
    showSignedIn(ProfileInformation);
    drop(new File([contents[content]], name, { type }));
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.getByText('Only JPG, JPEG, or PNG files are allowed')).toBeVisible();
    expect(preview()).not.toBeInTheDocument();
  },
);

test.each([
  ['me.jpg', 'image/jpg', 'me.jpg'],
  ['me.jpg', '', 'me.jpg'],
  ['1000012345', 'application/octet-stream', '1000012345.jpg'],
  ['me.jfif', 'image/pjpeg', 'me.jpg'],
])('A JPEG named %s with the type "%s" is taken', async (name, type, called) => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  drop(new File([contents.jpeg], name, { type }));
  await waitFor(() => expect(preview()).toHaveAccessibleName(`Preview of ${called}`));
  await user.click(save());
  await waitFor(() => expect(update.mock.calls[0]?.[0].image?.type).toBe('image/jpeg'));
});

test('An image that changed after it was chosen is not sent, and has to be chosen again', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile');
  update.mockClear();
  const user = showSignedIn(ProfileInformation);
  const { file, go } = fileThatGoes('me.jpg');
  await user.upload(image(), file);
  await waitFor(() => expect(preview()).toBeVisible());
  go();
  await user.click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Error updating profile' });
  expect(dialog).toHaveTextContent('The file has changed. Choose it again.');
  expect(update).not.toHaveBeenCalled();
});

test('File dialogs get the media types too, by which phones convert their photos', () => {
  showSignedIn(ProfileInformation);
  expect(image()).toHaveAttribute('accept', '.jpg,.jpeg,.png,image/jpeg,image/png');
});

describe('an image that is too large', () => {
  const large = fileOf('me.png', 2_097_153, 'image/png');
  const name = { name: 'Make it smaller' };
  const makeItSmaller = () => screen.findByRole('button', name);
  const hasButton = () => screen.queryByRole('button', name) !== null;

  test('is made smaller if the driver wants that, and is then like any other', async () => {
    const smaller = fileOf('me.jpg', 1_048_576);
    mockMakeSmaller.mockResolvedValue(smaller);
    const update = jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(newDriver);
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    expect(await screen.findByText('Image must not be larger than 2MB')).toBeVisible();
    expect(preview()).not.toBeInTheDocument();

    await user.click(await makeItSmaller());
    expect(await screen.findByText('me.jpg, 1.00 MB')).toHaveRole('status');
    expect(mockMakeSmaller.mock.calls).toEqual([[large]]);
    expect(screen.queryByText('Image must not be larger than 2MB')).not.toBeInTheDocument();
    expect(hasButton()).toBe(false);
    expect(image()).toHaveFocus();
    expect(preview()).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(update.mock.calls[0]?.[0].image).toBe(smaller));
  });

  test('does not come back when another one was chosen meanwhile', async () => {
    let finish = (_: File) => {};
    mockMakeSmaller.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    expect(screen.getByText('Making it smaller…')).toHaveRole('status');
    await user.upload(image(), fileOf('other.jpg', 1));
    await screen.findByRole('img', { name: /^Preview/ });
    await act(async () => finish(fileOf('me.jpg', 1)));
    expect(preview()).toHaveAccessibleName('Preview of other.jpg');
  });

  test('can be chosen again while it is made smaller', async () => {
    let finish = (_: File) => {};
    mockMakeSmaller.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    await user.upload(image(), fileOf('me.png', 2_097_153, 'image/png'));
    await act(async () => finish(fileOf('me.jpg', 1)));
    await waitFor(() => expect(screen.queryByText('Making it smaller…')).not.toBeInTheDocument());
    await user.click(await makeItSmaller());
    expect(mockMakeSmaller).toHaveBeenCalledTimes(2);
  });

  test('that cannot be opened is left, and the driver is told', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    mockMakeSmaller.mockRejectedValue(new Error('no image'));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    expect(await screen.findByText("That didn't work. Choose another image.")).toBeVisible();
    expect(screen.getByText('Image must not be larger than 2MB')).toBeVisible();
    await user.upload(image(), fileOf('other.png', 2_097_154, 'image/png'));
    // Until the other file was read, the button is that of the first.
    await waitFor(() => expect(screen.queryByText(/didn't work/)).not.toBeInTheDocument());
    expect(await makeItSmaller()).toBeVisible();
  });

  test('that changed meanwhile has to be chosen again', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    mockMakeSmaller.mockRejectedValue(new DOMException('It was changed.', 'InvalidStateError'));
    const user = showSignedIn(ProfileInformation);
    const { file, go } = fileThatGoes('me.jpg');
    await user.upload(image(), Object.defineProperty(file, 'size', { value: 2_097_153 }));
    const button = await makeItSmaller();
    go();
    await user.click(button);
    expect(await screen.findByText('The file has changed. Choose it again.')).toBeVisible();
  });

  test('of a kind that is not allowed is not made smaller', async () => {
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    expect(await makeItSmaller()).toBeVisible();
    await user.upload(image(), fileOf('animated.png', 2_097_153, 'image/gif'));
    expect(await screen.findByText('Only JPG, JPEG, or PNG files are allowed')).toBeVisible();
    expect(hasButton()).toBe(false);
  });
});

test('Both things that are wrong with a phone number are said, and nothing is sent', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile');
  const user = showSignedIn(ProfileInformation);
  const phone = screen.getByLabelText('Phone number');
  await user.clear(phone);
  await user.type(phone, '1'.repeat(21));
  await user.click(save());

  expect(await screen.findByText('Enter a valid phone number')).toBeVisible();
  expect(screen.getByText('Phone number must not exceed 20 characters')).toBeVisible();
  expect(phone).toBeInvalid();
  expect(phone).toHaveAccessibleDescription(/Error: Enter a valid phone number/);
  expect(phone).toHaveFocus();
  expect(update).not.toHaveBeenCalled();
});

test('A field is judged when it is left with something in it, and then with every change', async () => {
  const user = showSignedIn(ProfileInformation);
  const phone = screen.getByLabelText('Phone number');
  await user.clear(phone);
  await user.tab();
  expect(screen.queryByText('Phone number is required')).not.toBeInTheDocument();
  await user.type(phone, '202555012');
  expect(screen.queryByText('Enter a valid phone number')).not.toBeInTheDocument();
  await user.tab();
  expect(await screen.findByText('Enter a valid phone number')).toBeVisible();
  await user.type(phone, '3');
  await waitFor(() => {
    expect(screen.queryByText('Enter a valid phone number')).not.toBeInTheDocument();
  });
});

test('A failure keeps everything that was entered, and says what to do', async () => {
  jest.spyOn(apiClient, 'updateProfile').mockRejectedValue(refusal(500));
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), fileOf('me.jpg', 1));
  await screen.findByRole('img', { name: /^Preview/ });
  await user.type(screen.getByLabelText('Name'), ' II');
  await user.click(save());

  const dialog = await screen.findByRole('alertdialog', { name: 'Error updating profile' });
  expect(dialog).toHaveTextContent(/Please try again later\.Reference: 4f1c-22/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Okafor II');
  expect(preview()).toBeVisible();
  expect(getSession().loginUser).toEqual(newDriver);
});

test('Nothing is sent without a response while offline, nor later by itself', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockRejectedValue(refusal(null));
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Error updating profile' });
  expect(dialog).toHaveTextContent(
    "You're offline. Nothing was sent; your entries are still here.",
  );
  online.mockRestore();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(update).toHaveBeenCalledTimes(1);
});

test.each([
  ['image_type_not_allowed', 'Only JPG, JPEG, or PNG files are allowed'],
  ['image_too_large', 'Image must not be larger than 2MB'],
  ['image_unreadable', "This image can't be opened. Choose another one."],
] as const)('%s is put in words a driver can do something about', async (code, sentence) => {
  jest.spyOn(apiClient, 'updateProfile').mockRejectedValue(refusal(422, 'No.', code));
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), fileOf('me.jpg', 1));
  await screen.findByRole('img', { name: /^Preview/ });
  await user.click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Error updating profile' });
  expect(dialog).toHaveTextContent(sentence);
  expect(dialog).toHaveTextContent('Please try again later.');
});

describe('what was typed before', () => {
  const maya = { ...newDriver, id: 'id-of-maya' };
  const notice = () => screen.queryByText(/We kept what you typed\./);
  const leaveAndComeBack = async (user: UserEvent) => {
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Come back' }));
  };

  afterEach(() => act(() => endSession('logged-out')));

  test('is there for drivers who come back, until it is saved', async () => {
    jest.spyOn(apiClient, 'updateProfile').mockImplementation(async ({ name }) => ({
      ...maya,
      name,
      image: '/api/v1/profile-images/1.png',
    }));
    const user = showSignedIn(leavable(ProfileInformation), maya);
    await user.type(screen.getByLabelText('Name'), ' II');
    await user.upload(image(), fileOf('me.jpg', 1));
    await screen.findByRole('img', { name: /^Preview/ });
    await leaveAndComeBack(user);

    expect(screen.getByLabelText('Name')).toHaveValue('Maya Okafor II');
    expect(notice()?.closest('[role=status]')).toHaveTextContent(
      'We kept what you typed. It is not saved yet. Choose me.jpg again.',
    );
    expect(image()).toHaveAccessibleDescription(/Choose me\.jpg again\./);
    expect(preview()).not.toBeInTheDocument();
    await user.upload(image(), fileOf('me.jpg', 1));
    await screen.findByRole('img', { name: /^Preview/ });
    expect(image()).not.toHaveAccessibleDescription(/again/);

    await user.click(save());
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(notice()).not.toBeInTheDocument();
    await leaveAndComeBack(user);
    expect(screen.getByLabelText('Name')).toHaveValue('Maya Okafor II');
    expect(notice()).not.toBeInTheDocument();
    expect(screen.queryByText(/again/)).not.toBeInTheDocument();
  });

  test('is no draft where it equals the profile', async () => {
    const user = showSignedIn(leavable(ProfileInformation), maya);
    await user.type(screen.getByLabelText('Name'), '!{Backspace}');
    await leaveAndComeBack(user);
    expect(notice()).not.toBeInTheDocument();

    await user.type(screen.getByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    act(() => updateSession({ loginUser: { ...maya, name: 'Maya Okafor!' } }));
    await user.click(screen.getByRole('button', { name: 'Come back' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Maya Okafor!');
    expect(notice()).not.toBeInTheDocument();
  });

  test('does not ask for an image again that was saved, though the response did not name it', async () => {
    jest.spyOn(apiClient, 'updateProfile').mockResolvedValue({} as typeof newDriver);
    const user = showSignedIn(leavable(ProfileInformation), maya);
    await user.upload(image(), fileOf('me.jpg', 1));
    await screen.findByRole('img', { name: /^Preview/ });
    await user.click(save());
    expect(await screen.findByText('Saved')).toBeVisible();
    await leaveAndComeBack(user);
    expect(screen.queryByText(/again/)).not.toBeInTheDocument();
  });
});
