import { deleteApp, FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut as signOutOfFirebase,
  updatePassword,
} from 'firebase/auth';
import { getConfiguration } from './configuration.ts';
import { keptUsers } from './kept-users.ts';
import { beginSignIn, signInSettled } from './sign-in-lock.ts';

/** The identity provider refused, or could not be reached. */
export class IdentityError extends Error {
  /** The provider's code, such as `auth/invalid-credential`. */
  readonly code: string;

  constructor(error: FirebaseError) {
    super(error.message, { cause: error });
    this.name = 'IdentityError';
    this.code = error.code;
  }
}

/** The provider's client, and whether it keeps a sign-in in IndexedDB. */
let client: { auth: Auth; isInDatabase: boolean } | undefined;

/**
 * Signs in at the identity provider. Until our session begins, or `endProviderSession` undoes it,
 * other tabs do not take this sign-in for one that was left behind.
 *
 * @returns the ID token that proves it to our API
 * @throws IdentityError; another error when no provider is configured
 */
export async function signInWithPassword(email: string, password: string): Promise<string> {
  await beginSignIn();
  try {
    const auth = await getAuth();
    const { user } = await asIdentityErrors(signInWithEmailAndPassword(auth, email, password));
    return await asIdentityErrors(user.getIdToken());
  } catch (error) {
    signInSettled();
    throw error;
  }
}

/** Ends the provider's session, if there is one. */
export async function signOut(): Promise<void> {
  if (getConfiguration().firebase === null) return;
  await asIdentityErrors(signOutOfFirebase(await getAuth()));
}

/**
 * Sends the e-mail to set a new password; its link returns to the home page.
 *
 * @throws IdentityError; another error when no provider is configured
 */
export async function sendPasswordReset(email: string): Promise<void> {
  await asIdentityErrors(
    sendPasswordResetEmail(await getAuth(), email, { url: `${window.location.origin}/` }),
  );
}

/**
 * Changes the password of the driver who is signed in at the provider.
 *
 * @returns a function that signs in with the new password and returns the ID token for our API;
 *   null if nobody is signed in, as after a magic link
 * @throws IdentityError when the old password is wrong or the new one is refused
 */
export async function changePassword(oldPassword: string, newPassword: string) {
  const auth = await getAuth();
  await auth.authStateReady();
  const user = auth.currentUser;
  const { email } = user ?? {};
  if (!user || !email) return null;
  const signInAgain = (password: string) => {
    const credential = EmailAuthProvider.credential(email, password);
    return asIdentityErrors(reauthenticateWithCredential(user, credential));
  };
  await signInAgain(oldPassword);
  await asIdentityErrors(updatePassword(user, newPassword)).catch(async (error) => {
    if (error.code !== 'auth/network-request-failed') throw error;
    // It may have changed anyway, if the response was lost, or that of the look-up which follows.
    await signInAgain(newPassword).catch(() => Promise.reject(error));
  });
  return async () => {
    // The provider revokes tokens issued before the change.
    await signInAgain(newPassword);
    return asIdentityErrors(user.getIdToken());
  };
}

// Not the SDK's getAuth(): it includes a popup resolver, which loads scripts from other hosts.
async function getAuth(): Promise<Auth> {
  const { firebase } = getConfiguration();
  if (!firebase) throw new Error('No identity provider is configured');
  // Firebase would wait forever for an IndexedDB that does not answer.
  const [kept] = await keptUsers();
  const hasDatabase = globalThis.indexedDB !== undefined;
  const isInDatabase = hasDatabase && (!kept || kept.value !== undefined);
  if (client?.isInDatabase === isInDatabase) return client.auth;
  if (client) void deleteApp(client.auth.app);
  const { authEmulatorUrl, ...options } = firebase;
  const auth = initializeAuth(initializeApp(options), {
    // Firebase restores the user from the first of them, and deletes those in the others.
    persistence: isInDatabase
      ? [indexedDBLocalPersistence, browserLocalPersistence]
      : [browserLocalPersistence, ...(hasDatabase ? [indexedDBLocalPersistence] : [])],
  });
  client = { auth, isInDatabase };
  if (authEmulatorUrl) connectAuthEmulator(auth, authEmulatorUrl, { disableWarnings: true });
  return auth;
}

async function asIdentityErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FirebaseError ? new IdentityError(error) : error;
  }
}
