import { endSession, getSession } from '@kargo/shared-runtime/session';
import { FakeApi, writeConfiguration } from '@kargo/shared-runtime/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { use } from 'react';
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

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const signInButton = () => screen.getByRole('button', { name: 'Sign In' });

type Login = ReturnType<typeof openLogin>;

async function fillIn({ user }: Login, address = 'ada@kargo.example', secret = 'kargo-driver') {
  await user.type(email(), address);
  await user.type(password(), secret);
}

async function submit(login: Login, ...entries: string[]) {
  await fillIn(login, ...entries);
  await login.user.click(signInButton());
}

describe('the fields', () => {
  test('are known to password managers', () => {
    openLogin();
    expect(email()).toHaveAttribute('type', 'email');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(email()).toHaveAttribute('name', 'email');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('name', 'password');
  });

  test('take what is pasted', async () => {
    const { user } = openLogin();
    await user.click(password());
    await user.paste('from a manager');
    expect(password()).toHaveValue('from a manager');
  });

  test('are both required, and the first one gets the focus', async () => {
    const { user } = openLogin();
    await user.click(signInButton());
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(email()).toBeInvalid();
    expect(email()).toHaveAccessibleDescription('Error: Email is required');
    expect(password()).toHaveAccessibleDescription('Error: Password is required');
    expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();
  });

  test('the password gets the focus when it alone is missing', async () => {
    const { user } = openLogin();
    await user.type(email(), 'ada@kargo.example');
    await user.click(signInButton());
    expect(await screen.findByText('Password is required')).toBeVisible();
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
    expect(password()).toHaveFocus();
  });

  test('an address of spaces counts as missing', async () => {
    const login = openLogin();
    await submit(login, '   ');
    expect(await screen.findByText('Email is required')).toBeVisible();
  });

  test.each(['ada', 'ada@', '@kargo.example', 'ada@kargo', 'a da@kargo.example', 'a@b@c.d'])(
    '%s is not an e-mail address',
    async (address) => {
      const login = openLogin();
      await submit(login, address);
      expect(await screen.findByText('Email must be valid')).toBeVisible();
      expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();
    },
  );

  test('a wrong address is reported on leaving the field, until it is right', async () => {
    const { user } = openLogin();
    await user.type(email(), 'ada');
    expect(screen.queryByText('Email must be valid')).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('Email must be valid')).toBeVisible();
    await user.type(email(), '@kargo.example');
    await waitFor(() => expect(screen.queryByText('Email must be valid')).not.toBeInTheDocument());
  });

  test('a field that is left empty is not reported before the form is sent', async () => {
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
  test('can be shown without sending the form', async () => {
    const login = openLogin();
    await fillIn(login);
    const toggle = screen.getByRole('button', { name: 'Show password' });
    expect(toggle).toHaveTextContent(/^Show/);
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await login.user.click(toggle);
    expect(password()).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(toggle).toHaveTextContent(/^Hide/);
    expect(fakeIdentity.signInWithPassword).not.toHaveBeenCalled();
    await login.user.click(toggle);
    expect(password()).toHaveAttribute('type', 'password');
  });

  test('is hidden again when the form is sent', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/invalid-credential'));
    const login = openLogin();
    await fillIn(login);
    await login.user.click(screen.getByRole('button', { name: 'Show password' }));
    await login.user.click(signInButton());
    await screen.findByRole('alertdialog');
    expect(password()).toHaveAttribute('type', 'password');
  });

  test('cannot get into an address, even if the browser sends the form by itself', () => {
    openLogin();
    expect(signInButton().closest('form')).toHaveAttribute('method', 'post');
  });
});

describe('signing in', () => {
  test('proves the identity, then asks our API, then goes home', async () => {
    const login = openLogin();
    await submit(login, ' ada@kargo.example ', ' pass word ');
    await screen.findByText('Home page');
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
  });

  test.each([[{}], [{ user: null }], [{ user: { name: 7 } }]])(
    'needs no name in the response: %j',
    async (body) => {
      api.on('/login', { body: { access_token: 'access-token', ...body } });
      await submit(openLogin());
      await screen.findByText('Home page');
      expect(getSession()).toMatchObject({ token: 'access-token', loginUser: { name: '' } });
    },
  );

  test('does not pass through the profile, although the guard waits for a session', async () => {
    const login = openLogin();
    await submit(login);
    await screen.findByText('Home page');
    await act(async () => {});
    expect(login.router.visited).toEqual(['/login', '/']);
  });

  test('takes one attempt at a time', async () => {
    let prove = (_: string) => {};
    fakeIdentity.signInWithPassword.mockReturnValue(new Promise((resolve) => (prove = resolve)));
    const login = openLogin();
    await fillIn(login);
    await login.user.dblClick(signInButton());
    await login.user.type(password(), '{Enter}');
    expect(signInButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Signing in…')).toHaveRole('status');
    await act(async () => prove('id-token'));
    await screen.findByText('Home page');
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(api.sentTo('/login')).toHaveLength(1);
  });

  test('is not repeated by a press after success, while the next page loads', async () => {
    const forever = new Promise<null>(() => {});
    const Loading = () => use(forever);
    const login = openLogin(<Loading />);
    await submit(login);
    await waitFor(() => expect(localStorage.getItem('kargo_web')).not.toBeNull());
    await login.user.click(signInButton());
    await login.user.type(password(), '{Enter}');
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(fakeIdentity.signOut).not.toHaveBeenCalled();
  });

  test('can be tried again after it has failed, with the entries still there', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValueOnce(identityError('auth/invalid-credential'));
    const login = openLogin();
    await submit(login);
    await screen.findByRole('alertdialog', { name: 'Email or password is incorrect.' });
    await login.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(email()).toHaveValue('ada@kargo.example');
    expect(password()).toHaveValue('kargo-driver');
    await login.user.click(signInButton());
    await screen.findByText('Home page');
  });

  test('is given up when the visitor leaves the screen', async () => {
    let answer = (_: { body: object }) => {};
    api.on('/login', new Promise((resolve) => (answer = resolve)));
    const login = openLogin();
    await submit(login);
    await waitFor(() => expect(api.sentTo('/login')).toHaveLength(1));
    await login.user.click(screen.getByRole('link', { name: 'Back' }));
    await act(async () => answer({ body: { access_token: 'late', user: { name: 'Ada' } } }));
    await waitFor(() => expect(fakeIdentity.signOut).toHaveBeenCalled());
    expect(getSession().token).toBeNull();
    expect(localStorage.getItem('kargo_web')).toBeNull();
  });
});

/** A dialog takes hold of the focus a frame after it appears; nobody presses a key before. */
async function holdOfFocus(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

describe('an attempt that fails', () => {
  test('is explained, and leaves the focus on the password once it has been read', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/invalid-credential'));
    const login = openLogin();
    await submit(login);
    const alert = await screen.findByRole('alertdialog');
    expect(alert).toHaveAccessibleDescription(
      'Details: Firebase: Error (auth/invalid-credential).',
    );
    await holdOfFocus();
    await login.user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(password()).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('at our API ends the session of the provider, too', async () => {
    api.on('/login', {
      status: 403,
      body: { code: 'driver_not_approved', message: 'Your account is not approved yet' },
    });
    const login = openLogin();
    await submit(login);
    const alert = await screen.findByRole('alertdialog', {
      name: 'Your account is not approved yet',
    });
    expect(alert).toHaveAccessibleDescription(
      /^We review every new driver\. Once your account is approved, you can log in here with the same email and password\. A question\? Write to hello@kargo\.example ?\.$/,
    );
    expect(screen.getByRole('link', { name: 'hello@kargo.example' })).toHaveAttribute(
      'href',
      'mailto:hello@kargo.example',
    );
    expect(fakeIdentity.signOut).toHaveBeenCalledTimes(1);
    expect(getSession().token).toBeNull();
    expect(login.router.visited).toEqual(['/login']);
  });

  test('at the provider does not get to our API', async () => {
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/user-disabled'));
    const login = openLogin();
    await submit(login);
    await screen.findByRole('alertdialog');
    expect(api.requests).toEqual([]);
  });

  test('because no provider is configured is reported without saying so', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    fakeIdentity.signInWithPassword.mockRejectedValue(new Error('No identity provider'));
    const login = openLogin();
    await submit(login);
    await screen.findByRole('alertdialog', {
      name: 'An unexpected error occurred. Please try again later.',
    });
  });

  test('without a response while the browser is offline is reported as such', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fakeIdentity.signInWithPassword.mockRejectedValue(identityError('auth/network-request-failed'));
    const login = openLogin();
    await submit(login);
    await screen.findByRole('alertdialog', {
      name: "You're offline. Nothing was sent; your entries are still here.",
    });
    expect(fakeIdentity.signInWithPassword).toHaveBeenCalledTimes(1);
    expect(api.sentTo('/login')).toEqual([]);
  });

  test('does not happen on a working connection, although the browser says that it is offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const login = openLogin();
    await submit(login);
    await screen.findByText('Home page');
  });

  test.each([
    [null],
    [[]],
    [{ user: { name: 'Ada' } }],
    [{ access_token: 7 }],
    [{ access_token: ' ' }],
    [{ data: { access_token: 'a', user: { name: 'Ada' } } }],
    ['<!doctype html>'],
  ])('includes a response without a token: %j', async (body) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    api.on('/login', { body });
    const login = openLogin();
    await submit(login);
    await screen.findByRole('alertdialog', { name: 'Something went wrong!' });
    expect(fakeIdentity.signOut).toHaveBeenCalledTimes(1);
    expect(getSession().token).toBeNull();
  });
});
