/** The identity client, for `jest.mock`: tests of the screen must not run Firebase itself. */
export const fakeIdentity = {
  signInWithPassword: jest.fn<Promise<string>, [string, string]>(),
  signOut: jest.fn<Promise<void>, []>(),
  sendPasswordReset: jest.fn<Promise<void>, [string]>(),
};

/** The error that the client throws when the provider refuses. */
export function identityError(code: string): Error {
  return Object.assign(new Error(`Firebase: Error (${code}).`), { name: 'IdentityError', code });
}
