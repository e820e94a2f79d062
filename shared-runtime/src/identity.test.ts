import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import { FirebaseError } from 'firebase/app';
import * as firebase from 'firebase/auth';
import { testConfiguration } from './testing/fake-api.ts';

jest.mock('firebase/auth');

const project = { apiKey: 'key', projectId: 'demo-kargo' };
let mockConfiguration: PublicConfiguration = testConfiguration;
jest.mock('./configuration.ts', () => ({ getConfiguration: () => mockConfiguration }));

const auth: { currentUser: unknown; authStateReady(): Promise<void> } = {
  currentUser: null,
  authStateReady: async () => {},
};
const user = { email: 'ada@kargo.example', getIdToken: async () => 'id-token' };
const refusal = new FirebaseError('auth/invalid-credential', 'Firebase: Error (no).');

beforeEach(() => {
  mockConfiguration = { ...testConfiguration, firebase: project };
  auth.currentUser = null;
  jest.resetAllMocks();
  jest.mocked(firebase.initializeAuth).mockReturnValue(auth as unknown as firebase.Auth);
});

/** The identity client of a page that has just been opened. */
async function inNewPage() {
  let identity: typeof import('./identity.ts') | undefined;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('firebase/auth', () => firebase);
    jest.doMock('firebase/app', () => ({
      FirebaseError,
      initializeApp: jest.fn(),
      deleteApp: jest.fn(),
    }));
    identity = await import('./identity.ts');
  });
  if (!identity) throw new Error('The identity client did not load');
  return identity;
}

test('signing in gives the ID token', async () => {
  jest.mocked(firebase.signInWithEmailAndPassword).mockResolvedValue({ user } as never);
  const { signInWithPassword } = await inNewPage();
  await expect(signInWithPassword('ada@kargo.example', ' secret ')).resolves.toBe('id-token');
  expect(firebase.signInWithEmailAndPassword).toHaveBeenCalledWith(
    auth,
    'ada@kargo.example',
    ' secret ',
  );
});

test('a refusal has the code and message of the provider', async () => {
  jest.mocked(firebase.signInWithEmailAndPassword).mockRejectedValue(refusal);
  const { IdentityError, signInWithPassword } = await inNewPage();
  const error = await signInWithPassword('a@b.c', 'x').catch((reason) => reason);
  expect(error).toBeInstanceOf(IdentityError);
  expect(error).toMatchObject({
    name: 'IdentityError',
    code: 'auth/invalid-credential',
    message: 'Firebase: Error (no).',
  });
});

test('nothing is loaded from other hosts: no popup resolver is set up', async () => {
  const { signOut } = await inNewPage();
  await signOut();
  const options = jest.mocked(firebase.initializeAuth).mock.calls[0]?.[1];
  expect(options).not.toHaveProperty('popupRedirectResolver');
});

test('a sign-in is kept in IndexedDB, and in local storage once that does not answer', async () => {
  const kept = () =>
    jest.mocked(firebase.initializeAuth).mock.calls.map(([, options]) => options?.persistence);
  const { indexedDBLocalPersistence, browserLocalPersistence } = firebase;
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: {} });
  const { signOut } = await inNewPage();
  await signOut();
  await signOut();
  expect(kept()).toEqual([[indexedDBLocalPersistence, browserLocalPersistence]]);
  Object.assign(globalThis, { indexedDB: undefined });
  await signOut();
  expect(kept()).toHaveLength(2);
  expect(kept()[1]).toEqual([browserLocalPersistence]);
});

test('the emulator is used when one is configured, and only then', async () => {
  await (await inNewPage()).signOut();
  expect(firebase.connectAuthEmulator).not.toHaveBeenCalled();
  const authEmulatorUrl = 'http://localhost:3030';
  mockConfiguration = { ...testConfiguration, firebase: { ...project, authEmulatorUrl } };
  await (await inNewPage()).signOut();
  expect(firebase.connectAuthEmulator).toHaveBeenCalledWith(auth, authEmulatorUrl, {
    disableWarnings: true,
  });
});

test('the link of the password mail returns to the home page', async () => {
  const { sendPasswordReset } = await inNewPage();
  await sendPasswordReset('ada@kargo.example');
  expect(firebase.sendPasswordResetEmail).toHaveBeenCalledWith(auth, 'ada@kargo.example', {
    url: 'http://localhost/',
  });
});

test('without a configured provider there is no session to end', async () => {
  mockConfiguration = testConfiguration;
  const { signOut } = await inNewPage();
  await signOut();
  expect(firebase.signOut).not.toHaveBeenCalled();
});

test('without a configured provider nobody can sign in', async () => {
  mockConfiguration = testConfiguration;
  const { IdentityError, signInWithPassword } = await inNewPage();
  const error = await signInWithPassword('a@b.c', 'x').catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(IdentityError);
});

describe('changing the password', () => {
  test('needs a sign-in at the provider', async () => {
    const { changePassword } = await inNewPage();
    await expect(changePassword('old', 'new')).resolves.toBeNull();
    expect(firebase.updatePassword).not.toHaveBeenCalled();
  });

  test('asks for the old one first', async () => {
    auth.currentUser = user;
    const { changePassword } = await inNewPage();
    const confirm = await changePassword('old', 'new');
    expect(firebase.EmailAuthProvider.credential).toHaveBeenLastCalledWith(user.email, 'old');
    expect(firebase.updatePassword).toHaveBeenCalledWith(user, 'new');
    await expect(confirm?.()).resolves.toBe('id-token');
    expect(firebase.EmailAuthProvider.credential).toHaveBeenLastCalledWith(user.email, 'new');
    expect(firebase.reauthenticateWithCredential).toHaveBeenCalledTimes(2);
  });

  test('changes nothing when the old one is wrong', async () => {
    auth.currentUser = user;
    jest.mocked(firebase.reauthenticateWithCredential).mockRejectedValue(refusal);
    const { changePassword, IdentityError } = await inNewPage();
    await expect(changePassword('wrong', 'new')).rejects.toBeInstanceOf(IdentityError);
    expect(firebase.updatePassword).not.toHaveBeenCalled();
  });

  test.each([
    ['was stored before the connection went', true],
    ['was not stored', false],
  ])('over a lost connection finds out that the new one %s', async (_what, isStored) => {
    auth.currentUser = user;
    const lost = new FirebaseError('auth/network-request-failed', 'Firebase: Error (lost).');
    jest.mocked(firebase.updatePassword).mockRejectedValue(lost);
    if (!isStored)
      jest
        .mocked(firebase.reauthenticateWithCredential)
        .mockResolvedValueOnce({} as never)
        .mockRejectedValue(refusal);
    const { changePassword } = await inNewPage();
    const changing = changePassword('old', 'new');
    if (isStored) await expect((await changing)?.()).resolves.toBe('id-token');
    else await expect(changing).rejects.toMatchObject({ code: lost.code });
    expect(firebase.EmailAuthProvider.credential).toHaveBeenLastCalledWith(user.email, 'new');
  });
});
