import { endSession, getSession } from '@kargo/shared-runtime/session';
import { FakeApi, writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, use } from 'react';
import { fakeIdentity, identityError } from '../testing/fake-identity.ts';
import { openLogin } from '../testing/open-login.tsx';

jest.mock(
  '@kargo/shared-runtime/identity',
  () => jest.requireActual('../testing/fake-identity.ts').fakeIdentity,
);

let api: FakeApi;

beforeAll(() => writeConfiguration());

beforeEach(() => {
  api = new FakeApi();
  api.on('/ip', { body: { ip: '203.0.113.7' } });
  api.on('/login', { body: { access_token: 'access-token', user: { name: 'Ada Field' } } });
  fakeIdentity.signInWithPassword.mockReset().mockResolvedValue('id-token');
  fakeIdentity.signOut.mockReset().mockResolvedValue();
});

afterEach(() => {
  act(() => endSession('logged-out'));
  api.remove();
});

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const signInButton = () => screen.getByRole('button', { name: 'Sign In' });
const homePage = () => screen.findByText('Home page');
const alert = (name?: string) => screen.findByRole('alertdialog', { name });

/** Opens the login, and fills in its fields at once, as browsers do. */
function openFilledIn(address = 'ada@kargo.example', secret = 'kargo-driver', home?: ReactNode) {
  const login = openLogin(home);
  fireEvent.change(email(), { target: { value: address } });
  fireEvent.change(password(), { target: { value: secret } });
  return login;
}

async function submit(...entries: Parameters<typeof openFilledIn>) {
  const login = openFilledIn(...entries);
  await login.user.click(signInButton());
  return login;
}

describe('the fields', () => {
  test('are known to password managers, and take what is pasted', async () => {
    const { user } = openLogin();
    expect(email()).toHaveAttribute('type', 'email');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(email()).toHaveAttribute('name', 'email');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('name', 'password');
    await user.click(password());
    await user.paste('from a manager');
    expect(password()).toHaveValue('from a manager');
  });

  test('are both required, and the first one gets the focus', async () => {
    const { user } = await submit('   ', '');
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(email()).toBeInvalid();
    expect(email()).toHaveAccessibleDescription('Error: Email is required');
    expect(password()).toHaveAccessibleDescription('Error: Password is required');

    fireEvent.change(email(), { target: { value: 'ada@kargo.example' } });
    await user.click(signInButton());
    await waitFor(() => expect(screen.queryByText('Email is required')).not.toBeInTheDocument());
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(password()).toHaveFocus();
    expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();
  });

  test('report an invalid address on leaving the field, until it is right', async () => {
    const { user } = openLogin();
    await user.type(email(), 'ada');
    expect(screen.queryByText('Email must be valid')).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('Email must be valid')).toBeVisible();
    await user.click(signInButton());
    await user.type(email(), '@kargo');
    expect(screen.getByText('Email must be valid')).toBeVisible();
    await user.type(email(), '.example');
    await waitFor(() => expect(screen.queryByText('Email must be valid')).not.toBeInTheDocument());
    expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();
  });

  test('are not reported as empty before the form is sent', async () => {
    const { user } = openLogin();
    await user.click(email());
    await user.tab();
    await user.tab();
    await act(async () => {});
    expect(email()).toBeValid();
    expect(password()).toBeValid();
  });
});

describe('the password', () => {
  test('can be shown without sending the form, and is hidden again when it is sent', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/invalid-credential'));
    const { user } = openFilledIn();
    const toggle = screen.getByRole('button', { name: 'Show password' });
    expect(toggle).toHaveTextContent(/^Show/);
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await user.click(toggle);
    expect(password()).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(toggle).toHaveTextContent(/^Hide/);
    await user.click(toggle);
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(toggle);
    expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();

    await user.click(signInButton());
    await alert();
    expect(password()).toHaveAttribute('type', 'password');
  });

  test('cannot get into an address, even if the browser sends the form by itself', () => {
    openLogin();
    expect(signInButton().closest('form')).toHaveAttribute('method', 'post');
  });
});

describe('signing in', () => {
  test('proves the identity, then asks our API, then goes home, past the profile', async () => {
    const login = await submit(' ada@kargo.example ', ' pass word ');
    await homePage();
    expect(fakeIdentity.signInWithPassword.mock.calls).toEqual([
      ['ada@kargo.example', ' pass word '],
    ]);
    expect(api.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/ip',
      'GET /api/v1/xsrf',
      'POST /api/v1/login',
    ]);
    expect(JSON.parse(String(api.sentTo('/login')[0]?.body))).toEqual({
      email: 'ada@kargo.example',
      password: ' pass word ',
      type: 'driver',
      web_request: true,
      device_id: '203.0.113.7',
      firebase_token: 'id-token',
    });
    expect(getSession()).toMatchObject({ token: 'access-token', loginUser: { name: 'Ada Field' } });
    expect(localStorage.getItem('kargo_web')).toBe('{"token":"access-token"}');
    expect(fakeIdentity.signOut).not.toHaveBeenCalled();
    await act(async () => {});
    expect(login.router.visited).toEqual(['/login', '/']);
  });

  test.each([[{}], [{ user: null }], [{ user: { name: 7 } }]])(
    'needs no name in the response: %j',
    async (body) => {
      api.on('/login', { body: { access_token: 'access-token', ...body } });
      await submit();
      await homePage();
      expect(getSession()).toMatchObject({ token: 'access-token', loginUser: { name: '' } });
    },
  );

  test('takes one attempt at a time', async () => {
    let prove = (_: string) => {};
    fakeIdentity.signInWithPassword.mockReturnValue(new Promise((resolve) => (prove = resolve)));
    const { user } = openFilledIn();
    await user.dblClick(signInButton());
    await user.type(password(), '{Enter}');
    expect(signInButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Signing in…')).toHaveRole('status');
    await act(async () => prove('id-token'));
    await homePage();
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(api.sentTo('/login')).toHaveLength(1);
  });

  test('is not repeated by a press after success, while the next page loads', async () => {
    const forever = new Promise<null>(() => {});
    const Loading = () => use(forever);
    const { user } = await submit(undefined, undefined, <Loading />);
    await waitFor(() => expect(localStorage.getItem('kargo_web')).not.toBeNull());
    await user.click(signInButton());
    await user.type(password(), '{Enter}');
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(fakeIdentity.signOut).not.toHaveBeenCalled();
  });

  test('is given up when the visitor leaves the screen', async () => {
    let answer = (_: { body: object }) => {};
    api.on('/login', new Promise((resolve) => (answer = resolve)));
    const { user } = await submit();
    await waitFor(() => expect(api.sentTo('/login')).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await act(async () => answer({ body: { access_token: 'late', user: { name: 'Ada' } } }));
    await waitFor(() => expect(fakeIdentity.signOut).toHaveBeenCalled());
    expect(getSession().token).toBeNull();
    expect(localStorage.getItem('kargo_web')).toBeNull();
  });
});

describe('an attempt that fails', () => {
  test('is explained, keeps the entries and leaves the focus on the password', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValueOnce(identityError('auth/invalid-credential'));
    const { user } = await submit();
    expect(await alert('Email or password is incorrect.')).toHaveAccessibleDescription(
      'Details: Firebase: Error (auth/invalid-credential).',
    );
    // Our API was not asked.
    expect(api.requests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(password()).toHaveFocus();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(email()).toHaveValue('ada@kargo.example');
    expect(password()).toHaveValue('kargo-driver');
    await user.click(signInButton());
    await homePage();
  });

  test("at our API also ends the provider's session", async () => {
    const body = { code: 'driver_not_approved', message: 'Your account is not approved yet' };
    api.on('/login', { status: 403, body });
    const login = await submit();
    expect(await alert('Your account is not approved yet')).toHaveAccessibleDescription(
      /^We review every new driver\. Once your account is approved, you can log in here with the same email and password\. A question\? Write to hello@kargo\.example ?\.$/,
    );
    expect(screen.getByText('hello@kargo.example')).toHaveAttribute(
      'href',
      'mailto:hello@kargo.example',
    );
    expect(fakeIdentity.signOut).toHaveBeenCalledTimes(1);
    expect(getSession().token).toBeNull();
    expect(login.router.visited).toEqual(['/login']);
  });

  test('without a response while the browser is offline is reported as such', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/network-request-failed'));
    await submit();
    await alert("You're offline. Nothing was sent; your entries are still here.");
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(api.sentTo('/login')).toEqual([]);
  });

  test('is not caused by a browser that wrongly says it is offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await submit();
    await homePage();
  });

  test.each([
    [null],
    [{ user: { name: 'Ada' } }],
    [{ access_token: 7 }],
    [{ access_token: ' ' }],
    ['<!doctype html>'],
  ])('includes a response without a token: %j', async (body) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    api.on('/login', { body });
    await submit();
    await alert('Something went wrong!');
    expect(fakeIdentity.signOut).toHaveBeenCalledTimes(1);
    expect(getSession().token).toBeNull();
  });
});
