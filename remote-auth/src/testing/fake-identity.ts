/** The identity client, for `jest.mock`: Firebase itself is not to run in tests of the screen. */
export const fakeIdentity = {
  signInWithPassword: jest.fn<Promise<string>, [string, string]>(),
  signOut: jest.fn<Promise<void>, []>(),
  sendPasswordReset: jest.fn<Promise<void>, [string]>(),
};

/** The error that the client throws when the provider refuses. */
export function identityError(code: string, message = `Firebase: Error (${code}).`): Error {
  return Object.assign(new Error(message), { name: 'IdentityError', code });
}
