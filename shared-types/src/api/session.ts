import { type Static, Type } from 'typebox';
import { Closed } from './closed.ts';

/** Call 1, `POST /login` (spec section 3). */
export const LoginRequest = Closed({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: 4096 }),
  type: Type.Literal('driver'),
  web_request: Type.Literal(true),
  /** The visitor's public IP address; null when the look-up failed. */
  device_id: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
  /** ID token of the identity provider. */
  firebase_token: Type.String({ minLength: 1, maxLength: 8192 }),
});
export type LoginRequest = Static<typeof LoginRequest>;

export const LoginResponse = Type.Object({
  access_token: Type.String(),
  user: Type.Object({ name: Type.String() }),
});
export type LoginResponse = Static<typeof LoginResponse>;

/** Call 2, `POST /driver/verify-magic-token`; the response is `ProfileResponse`. */
export const VerifyMagicTokenRequest = Closed({
  token: Type.String({ minLength: 1, maxLength: 4096 }),
  /** The visitor's public IP address; null when the look-up failed. */
  device_id: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
});
export type VerifyMagicTokenRequest = Static<typeof VerifyMagicTokenRequest>;

/** `POST /driver/password-changed`; the response has status 204. */
export const PasswordChangedRequest = Closed({
  /** ID token of the identity provider, from a sign-in with the new password. */
  firebase_token: Type.String({ minLength: 1, maxLength: 8192 }),
});
export type PasswordChangedRequest = Static<typeof PasswordChangedRequest>;

/** Call 9, the public IP look-up. */
export const IpResponse = Type.Object({ ip: Type.String() });
export type IpResponse = Static<typeof IpResponse>;
