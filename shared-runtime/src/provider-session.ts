import { keptUsers } from './kept-users.ts';

/**
 * Whether the identity provider's client keeps somebody signed in in this browser. Found out without
 * that client: a visitor who never signs in does not download it.
 */
export async function isKeptAtProvider(): Promise<boolean> {
  return (await keptUsers()).length > 0;
}

/** Returns the e-mail address of the driver whom that client keeps signed in; null if it is not known. */
export async function emailAtProvider(): Promise<string | null> {
  const [user] = await keptUsers();
  return user?.value?.email ?? null;
}

/** @throws when the client cannot be downloaded, or does not do it. */
export async function signOutOfProvider(): Promise<void> {
  // It is large: a visitor who never signs in does not download it.
  const { signOut } = await import('./identity.ts');
  await signOut();
}
