import { FirebaseError, initializeApp } from 'firebase/app';
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

let auth: Auth | undefined;

/**
 * Signs in at the identity provider. Until our session begins, or `endProviderSession` undoes it, no
 * other tab takes this sign-in for one that was left behind.
 *
 * @returns the ID token that proves it to our API
 * @throws IdentityError; another error when no provider is configured
 */
export async function signInWithPassword(email: string, password: string): Promise<string> {
  await beginSignIn();
  try {
    const { user } = await asIdentityErrors(signInWithEmailAndPassword(getAuth(), email, password));
    return await asIdentityErrors(user.getIdToken());
  } catch (error) {
    signInSettled();
    throw error;
  }
}

/** Ends the provider's session, if there is one. */
export async function signOut(): Promise<void> {
  if (getConfiguration().firebase === null) return;
  await asIdentityErrors(signOutOfFirebase(getAuth()));
}

/**
 * Sends the e-mail to set a new password; its link returns to the home page.
 *
 * @throws IdentityError; another error when no provider is configured
 */
export async function sendPasswordReset(email: string): Promise<void> {
  await asIdentityErrors(
    sendPasswordResetEmail(getAuth(), email, { url: `${window.location.origin}/` }),
  );
}

/**
 * Changes the password of the driver who is signed in at the provider.
 *
 * @returns what signs in with the new password and gives the ID token that proves it to our API;
 *   null when nobody is signed in, as after a magic link
 * @throws IdentityError when the old password is wrong or the new one is refused
 */
export async function changePassword(
  oldPassword: string,
  newPassword: string,
): Promise<(() => Promise<string>) | null> {
  await getAuth().authStateReady();
  const user = getAuth().currentUser;
  const { email } = user ?? {};
  if (!user || !email) return null;
  const signInAgain = (password: string) => {
    const credential = EmailAuthProvider.credential(email, password);
    return asIdentityErrors(reauthenticateWithCredential(user, credential));
  };
  await signInAgain(oldPassword);
  await asIdentityErrors(updatePassword(user, newPassword));
  return async () => {
    // The provider revokes tokens issued before the change.
    await signInAgain(newPassword);
    return asIdentityErrors(user.getIdToken());
  };
}

// Not getAuth() of the SDK: that brings a popup resolver, which loads scripts of other hosts.
function getAuth(): Auth {
  if (auth) return auth;
  const { firebase } = getConfiguration();
  if (!firebase) throw new Error('No identity provider is configured');
  const { authEmulatorUrl, ...options } = firebase;
  auth = initializeAuth(initializeApp(options), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
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
