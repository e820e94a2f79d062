import { keptUsers } from './kept-users.ts';

/** Checked without the provider's client, which visitors who never sign in do not download. */
export async function isKeptAtProvider(): Promise<boolean> {
  return (await keptUsers()).length > 0;
}

/** Returns the e-mail address of the driver who is signed in there; null if it is unknown. */
export async function emailAtProvider(): Promise<string | null> {
  const [user] = await keptUsers();
  return user?.value?.email ?? null;
}

/** @throws when the client cannot be downloaded, or fails. */
export async function signOutOfProvider(): Promise<void> {
  // It is large: a visitor who never signs in does not download it.
  const { signOut } = await import('./identity.ts');
  await signOut();
}
