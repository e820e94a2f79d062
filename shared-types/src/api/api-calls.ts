import type { Static, TSchema } from 'typebox';
import { apiPaths } from './api-paths.ts';
import { Closed } from './closed.ts';
import { Profile, ProfileForm, ProfileResponse } from './driver.ts';
import { PayoutForm, PayoutResponse, ResendParams } from './payout.ts';
import {
  IpResponse,
  LoginRequest,
  LoginResponse,
  PasswordChangedRequest,
  VerifyMagicTokenRequest,
} from './session.ts';

/** A call of the API, with the schemas of its parts. */
export interface ApiCall {
  /** Such as `GET /verify`; parameters in the path are `:name`. */
  call: string;
  params?: TSchema;
  /** Sent as JSON. */
  body?: TSchema;
  /** Sent as a multipart form. */
  form?: TSchema;
  /** The response of a call that succeeds; left out if nobody reads it. */
  response?: TSchema;
}

const verify = { call: `GET ${apiPaths.verify()}`, response: ProfileResponse } as const;

/**
 * The calls that apps make, named as in `apiClient` of shared-runtime or, if made without it, as in
 * `apiPaths`. Releases take from here the schemas of the calls that they make.
 */
export const apiCalls = {
  login: { call: `POST ${apiPaths.login()}`, body: LoginRequest, response: LoginResponse },
  verifyMagicToken: {
    call: `POST ${apiPaths.verifyMagicToken()}`,
    body: VerifyMagicTokenRequest,
    response: ProfileResponse,
  },
  verify,
  verifyQuietly: verify,
  passwordChanged: { call: `POST ${apiPaths.passwordChanged()}`, body: PasswordChangedRequest },
  updateProfile: { call: `POST ${apiPaths.updateProfile()}`, form: ProfileForm, response: Profile },
  insertPayoutDetails: {
    call: `POST ${apiPaths.insertPayoutDetails()}`,
    form: PayoutForm,
    response: PayoutResponse,
  },
  resendOnboardingLink: {
    call: `GET ${apiPaths.anyResendOnboardingLink()}`,
    params: ResendParams,
  },
  updateBankDetails: { call: `GET ${apiPaths.updateBankDetails()}` },
  logout: { call: `POST ${apiPaths.logout()}` },
  ip: { call: `GET ${apiPaths.ip()}`, response: IpResponse },
  xsrf: { call: `GET ${apiPaths.xsrf()}` },
} as const satisfies Record<string, ApiCall>;

type Calls = typeof apiCalls;

/** What `apiClient` has to be: functions that resolve with the response of their call. */
export type ApiClientCalls = {
  [Name in Exclude<keyof Calls, 'ip' | 'xsrf'>]: (
    ...sent: never[]
  ) => Promise<Calls[Name] extends { response: infer Body extends TSchema } ? Static<Body> : void>;
};

/** Returns the request of a call as one schema: an object with its parts, by media type. */
export const requestOf = ({ params, body, form }: ApiCall): TSchema =>
  Closed({
    ...(params && { path: params }),
    ...(body && { 'application/json': body }),
    ...(form && { 'multipart/form-data': form }),
  });
