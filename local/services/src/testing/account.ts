interface AccountResponse {
  email?: string;
  error?: { message: string };
}

/** Calls the Auth emulator as a browser does. */
export async function callAuth(
  auth: string,
  operation: string,
  body: Record<string, unknown>,
): Promise<{ status: number; response: AccountResponse }> {
  const url = `${auth}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=any`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, response: (await response.json()) as AccountResponse };
}

export const signUp = (auth: string, email: string, password: string) =>
  callAuth(auth, 'signUp', { email, password, returnSecureToken: true });

export const signIn = (auth: string, email: string, password: string) =>
  callAuth(auth, 'signInWithPassword', { email, password, returnSecureToken: true });
