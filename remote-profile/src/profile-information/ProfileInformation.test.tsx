import { apiClient } from '@kargo/shared-runtime/api-client';
import { endSession, getSession, startSession, updateSession } from '@kargo/shared-runtime/session';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Toasts } from '../notices/Toasts.tsx';
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
import { ProfileInformation } from './ProfileInformation.tsx';

const mockMakeSmaller = jest.fn();
jest.mock('./make-smaller.ts', () => ({
  ...jest.requireActual('./make-smaller.ts'),
  makeSmaller: (image: File) => mockMakeSmaller(image),
}));

const tooLarge = 'Image must not be larger than 2MB';
const notAllowed = 'Only JPG, JPEG, or PNG files are allowed';

const image = () => field('Profile image');
const preview = () => screen.queryByAltText(/^Preview/);
const save = () => button('Save changes');
const isSaved = () => screen.findByText('Saved');
const failure = () => screen.findByRole('alertdialog', { name: 'Error updating profile' });

const updates = (response: object = newDriver) =>
  jest.spyOn(apiClient, 'updateProfile').mockResolvedValue(response as typeof newDriver);

async function choose(user: UserEvent, file = fileOf('me.jpg', 1)): Promise<void> {
  await user.upload(image(), file);
  await screen.findByAltText(`Preview of ${file.name}`);
}

beforeEach(() => {
  mockMakeSmaller.mockReset();
  let files = 0;
  URL.createObjectURL = jest.fn(() => `blob:file-${++files}`);
  URL.revokeObjectURL = jest.fn();
});

test('Drivers change their name, and the whole page shows it', async () => {
  const update = updates({ ...newDriver, name: 'Maya O.' });
  const user = showSignedIn((props) => (
    <>
      <ProfileInformation {...props} />
      <Toasts />
    </>
  ));
  await user.click(field('Name'));
  fillIn('Name', '  Maya O. ');
  await user.click(save());

  const toast = await screen.findByText('Profile updated successfully!');
  expect(toast.closest('[role=status]')).toBeVisible();
  expect(screen.getByText('Saved')).toBeVisible();
  expect(update).toHaveBeenCalledWith({ name: 'Maya O.', phone: newDriver.phone });
  expect(getSession().loginUser).toEqual({ ...newDriver, name: 'Maya O.' });
  expect(field('Name')).toHaveValue('Maya O.');

  await user.type(field('Name'), '!');
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('An image that is dropped after saving is not saved yet', async () => {
  updates();
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  expect(await isSaved()).toBeVisible();
  drop(fileOf('me.jpg', 1));
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('Changes from elsewhere are shown and kept, and so is what is being typed', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  await user.type(field('Name'), ' Ade');
  const phone = '+1 (202) 555-0199';
  act(() => updateSession({ loginUser: { ...newDriver, name: 'Changed', phone } }));
  expect(field('Phone number')).toHaveValue(phone);
  expect(field('Name')).toHaveValue(`${newDriver.name} Ade`);
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledWith({ name: 'Maya Okafor Ade', phone }));
});

test('Drivers see a new image before it is saved, and the saved one afterwards', async () => {
  const update = updates({ ...newDriver, image: '/api/v1/profile-images/1.png' });
  const user = showSignedIn(ProfileInformation);
  const file = fileOf('me.jpg', 1);
  await choose(user, file);
  expect(preview()).toHaveAttribute('src', 'blob:file-1');

  await user.click(save());
  const saved = await screen.findByAltText('Your profile image');
  expect(saved).toHaveAttribute('src', '/api/v1/profile-images/1.png');
  expect(update.mock.calls[0]?.[0].image).toBe(file);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:file-1');
});

test('A new image can be removed: the saved one is shown again, and no image is sent', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  await choose(user);
  drop(fileOf('large.jpg', 2_097_153));
  expect(await screen.findByText(tooLarge)).toBeVisible();
  await user.click(button('Remove'));
  expect(preview()).not.toBeInTheDocument();
  expect(screen.queryByText(tooLarge)).not.toBeInTheDocument();
  expect(image()).toHaveFocus();
  await user.click(save());
  const { name, phone } = newDriver;
  await waitFor(() => expect(update).toHaveBeenCalledWith({ name, phone }));
});

test('Pressed while a new image is still being read, Save waits for it and saves once', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  await choose(user, fileOf('before.jpg', 1));
  const { file, finishReading } = slowFile('after.jpg');
  await user.upload(image(), file);
  await user.dblClick(save());
  expect(screen.getByText('Sending…')).toBeVisible();
  finishReading();
  expect(await isSaved()).toBeVisible();
  expect(update.mock.calls.map(([sent]) => sent.image)).toEqual([file]);
});

test('Save does not wait for a file that another one has replaced', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  await user.upload(image(), slowFile('in-the-cloud.jpg').file);
  const file = fileOf('here.jpg', 1);
  await choose(user, file);
  await user.click(save());
  expect(await isSaved()).toBeVisible();
  expect(update.mock.calls.map(([sent]) => sent.image)).toEqual([file]);
});

test('Text that is typed while saving stays, and the next press saves it', async () => {
  let respond = (_: typeof newDriver) => {};
  const update = updates().mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  expect(await screen.findByText('Sending…')).toBeVisible();
  await user.type(field('Name'), ' II');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  await act(async () => respond(newDriver));
  expect(field('Name')).toHaveValue('Maya Okafor II');
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();

  await user.click(save());
  expect(await isSaved()).toBeVisible();
  expect(update.mock.calls.map(([{ name }]) => name)).toEqual(['Maya Okafor', 'Maya Okafor II']);
});

test('Nothing is sent for the next driver if the session ended while a file was read', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  const { file, finishReading } = slowFile('me.jpg');
  await user.upload(image(), file);
  await user.click(save());
  act(() => endSession('logged-out'));
  act(() => startSession({ token: 'token of the next', loginUser: newDriver }));
  await act(async () => finishReading());
  await choose(user, fileOf('next.jpg', 1));
  expect(update).not.toHaveBeenCalled();
});

test.each([[{ image: null }], [{ image: 7 }], ['']])(
  'An image is saved once and stays in view, whatever the response says about it: %j',
  async (response) => {
    const update = updates(response as object);
    const user = showSignedIn(ProfileInformation);
    await choose(user);
    await user.click(save());
    const saved = await screen.findByAltText('Your profile image');
    expect(saved).toHaveAttribute('src', 'blob:file-2');
    expect(getSession().loginUser).toEqual({ ...newDriver, image: 'blob:file-2' });
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]?.[0]).not.toHaveProperty('image');
    expect(saved).toHaveAttribute('src', 'blob:file-2');
  },
);

test('A file that is no image leaves the preview as it was, and is not sent', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  const file = fileOf('me.jpg', 1);
  await choose(user, file);
  await user.upload(image(), fileOf('animated.png', 1, 'image/gif'));

  expect(await screen.findByText(notAllowed)).toBeVisible();
  expect(image()).toBeInvalid();
  expect(image()).toHaveValue('');
  expect(preview()).toHaveAttribute('src', 'blob:file-1');
  await user.click(save());
  await waitFor(() => expect(update.mock.calls[0]?.[0].image).toBe(file));
});

// picture-file.test.ts has the other kinds.
test('A file of another kind is refused, with advice', async () => {
  showSignedIn(ProfileInformation);
  drop(new File([contents.heic], 'me.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText(/^It is an iPhone HEIC photo\./)).toBeVisible();
  expect(screen.getByText(notAllowed)).toBeVisible();
  expect(preview()).not.toBeInTheDocument();
});

test('A JPEG without a telling name or type is sent as one', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  drop(new File([contents.jpeg], '1000012345', { type: 'application/octet-stream' }));
  await screen.findByAltText('Preview of 1000012345.jpg');
  await user.click(save());
  await waitFor(() => expect(update.mock.calls[0]?.[0].image?.type).toBe('image/jpeg'));
});

test('An image that changed after it was chosen is not sent, and has to be chosen again', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  const { file, go } = fileThatGoes('me.jpg');
  await choose(user, file);
  go();
  await user.click(save());
  expect(await failure()).toHaveTextContent('The file has changed. Choose it again.');
  expect(update).not.toHaveBeenCalled();
});

test('File dialogs also get the media types, by which phones convert their photos', () => {
  showSignedIn(ProfileInformation);
  expect(image()).toHaveAttribute('accept', '.jpg,.jpeg,.png,image/jpeg,image/png');
});

describe('an image that is too large', () => {
  const large = fileOf('me.png', 2_097_153, 'image/png');
  const makeItSmaller = () => screen.findByText('Make it smaller');

  test('is made smaller if the driver wants that, and is then like any other', async () => {
    const smaller = fileOf('me.jpg', 1_048_576);
    mockMakeSmaller.mockResolvedValue(smaller);
    const update = updates();
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    expect(await screen.findByText(tooLarge)).toBeVisible();
    expect(preview()).not.toBeInTheDocument();

    await user.click(await makeItSmaller());
    expect(await screen.findByText('me.jpg, 1.00 MB')).toHaveRole('status');
    expect(mockMakeSmaller.mock.calls).toEqual([[large]]);
    expect(screen.queryByText(tooLarge)).not.toBeInTheDocument();
    expect(screen.queryByText('Make it smaller')).not.toBeInTheDocument();
    expect(image()).toHaveFocus();
    expect(preview()).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(update.mock.calls[0]?.[0].image).toBe(smaller));
  });

  test('does not come back if another one was chosen in the meantime', async () => {
    let finish = (_: File) => {};
    mockMakeSmaller.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    expect(screen.getByText('Making it smaller…')).toHaveRole('status');
    await choose(user, fileOf('other.jpg', 1));
    await act(async () => finish(fileOf('me.jpg', 1)));
    expect(preview()).toHaveAccessibleName('Preview of other.jpg');
  });

  test('leaves the focus to drivers who have gone on while it is made smaller', async () => {
    let finish = (_: File) => {};
    mockMakeSmaller.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    await user.click(field('Name'));
    await act(async () => finish(fileOf('me.jpg', 1)));
    await waitFor(() => expect(preview()).toBeVisible());
    expect(field('Name')).toHaveFocus();
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

  test('that cannot be opened is left alone, and the driver learns so', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    mockMakeSmaller.mockRejectedValue(new Error('no image'));
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    await user.click(await makeItSmaller());
    expect(await screen.findByText("That didn't work. Choose another image.")).toBeVisible();
    expect(screen.getByText(tooLarge)).toBeVisible();
    await user.upload(image(), fileOf('other.png', 2_097_154, 'image/png'));
    // Until the other file was read, the button is that of the first.
    await waitFor(() => expect(screen.queryByText(/didn't work/)).not.toBeInTheDocument());
    expect(await makeItSmaller()).toBeVisible();
  });

  test('that has changed has to be chosen again', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    mockMakeSmaller.mockRejectedValue(new DOMException('It was changed.', 'InvalidStateError'));
    const user = showSignedIn(ProfileInformation);
    const { file, go } = fileThatGoes('me.jpg');
    await user.upload(image(), Object.defineProperty(file, 'size', { value: 2_097_153 }));
    const smaller = await makeItSmaller();
    go();
    await user.click(smaller);
    expect(await screen.findByText('The file has changed. Choose it again.')).toBeVisible();
  });

  test('is not made smaller if it is of a kind that is not allowed', async () => {
    const user = showSignedIn(ProfileInformation);
    await user.upload(image(), large);
    expect(await makeItSmaller()).toBeVisible();
    await user.upload(image(), fileOf('animated.png', 2_097_153, 'image/gif'));
    expect(await screen.findByText(notAllowed)).toBeVisible();
    expect(screen.queryByText('Make it smaller')).not.toBeInTheDocument();
  });
});

test('Everything that is wrong with a phone number is said, and nothing is sent', async () => {
  const update = updates();
  const user = showSignedIn(ProfileInformation);
  const phone = field('Phone number');
  fillIn('Phone number', '1'.repeat(21));
  await user.click(save());

  expect(await screen.findByText('Enter a valid phone number')).toBeVisible();
  expect(screen.getByText('Phone number must not exceed 20 characters')).toBeVisible();
  expect(phone).toBeInvalid();
  expect(phone).toHaveAccessibleDescription(/Error: Enter a valid phone number/);
  expect(phone).toHaveFocus();
  expect(update).not.toHaveBeenCalled();
});

test('A field is checked when it is left with something in it, and then at every change', async () => {
  const user = showSignedIn(ProfileInformation);
  const phone = field('Phone number');
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

test('A failure keeps all entries, and says what to do', async () => {
  jest
    .spyOn(apiClient, 'updateProfile')
    .mockRejectedValueOnce(refusal(500))
    .mockRejectedValueOnce(refusal(422, 'No.', 'image_unreadable'));
  const user = showSignedIn(ProfileInformation);
  await choose(user);
  fillIn('Name', 'Maya Okafor II');
  await user.click(save());
  expect(await failure()).toHaveTextContent(/Please try again later\.Reference: 4f1c-22/);
  await user.click(button('Close'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(field('Name')).toHaveValue('Maya Okafor II');
  expect(preview()).toBeVisible();
  expect(getSession().loginUser).toEqual(newDriver);

  await user.click(save());
  expect(await failure()).toHaveTextContent(
    "This image can't be opened. Choose another one.Please try again later.",
  );
});

test('Nothing is sent without a response while offline, nor later by itself', async () => {
  const update = jest.spyOn(apiClient, 'updateProfile').mockRejectedValue(refusal(null));
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const user = showSignedIn(ProfileInformation);
  await user.click(save());
  expect(await failure()).toHaveTextContent(
    "You're offline. Nothing was sent; your entries are still here.",
  );
  online.mockRestore();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(update).toHaveBeenCalledTimes(1);
});

describe('what was typed before', () => {
  const maya = { ...newDriver, id: 'id-of-maya' };
  const notice = () => screen.queryByText(/We kept what you typed\./);

  afterEach(() => act(() => endSession('logged-out')));

  test('is there for drivers who come back, until it is saved', async () => {
    updates({ ...maya, name: 'Maya Okafor II', image: '/api/v1/profile-images/1.png' });
    const user = showSignedIn(leavable(ProfileInformation), maya);
    fillIn('Name', 'Maya Okafor II');
    await choose(user);
    await leaveAndComeBack(user);

    expect(field('Name')).toHaveValue('Maya Okafor II');
    expect(notice()?.closest('[role=status]')).toHaveTextContent(
      'We kept what you typed. It is not saved yet. Choose me.jpg again.',
    );
    expect(image()).toHaveAccessibleDescription(/Choose me\.jpg again\./);
    expect(preview()).not.toBeInTheDocument();
    await choose(user);
    expect(image()).not.toHaveAccessibleDescription(/again/);

    await user.click(save());
    expect(await isSaved()).toBeVisible();
    expect(notice()).not.toBeInTheDocument();
    await leaveAndComeBack(user);
    expect(field('Name')).toHaveValue('Maya Okafor II');
    expect(notice()).not.toBeInTheDocument();
    expect(screen.queryByText(/again/)).not.toBeInTheDocument();
  });

  test('is no draft if it equals the profile', async () => {
    const user = showSignedIn(leavable(ProfileInformation), maya);
    await user.type(field('Name'), '!{Backspace}');
    await leaveAndComeBack(user);
    expect(notice()).not.toBeInTheDocument();

    await user.type(field('Name'), '!');
    await user.click(button('Leave'));
    act(() => updateSession({ loginUser: { ...maya, name: 'Maya Okafor!' } }));
    await user.click(button('Come back'));
    expect(field('Name')).toHaveValue('Maya Okafor!');
    expect(notice()).not.toBeInTheDocument();
  });

  test('does not ask again for an image that was saved, even if the response did not name it', async () => {
    updates({});
    const user = showSignedIn(leavable(ProfileInformation), maya);
    await choose(user);
    await user.click(save());
    expect(await isSaved()).toBeVisible();
    await leaveAndComeBack(user);
    expect(screen.queryByText(/again/)).not.toBeInTheDocument();
  });
});
