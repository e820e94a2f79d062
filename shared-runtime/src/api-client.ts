import type { ApiClientCalls } from '@kargo/shared-types/api/api-calls';
import { apiPaths, type ResendMode } from '@kargo/shared-types/api/api-paths';
import type { Profile, ProfileFields, ProfileResponse } from '@kargo/shared-types/api/driver';
import type { ErrorCode } from '@kargo/shared-types/api/error';
import type { PayoutFields, PayoutResponse } from '@kargo/shared-types/api/payout';
import type {
  LoginRequest,
  LoginResponse,
  PasswordChangedRequest,
  VerifyMagicTokenRequest,
} from '@kargo/shared-types/api/session';
import type { UploadRefused } from '@kargo/shared-types/page/upload-refused';
import type { AxiosError, AxiosInstance } from 'axios';
import { loadNow } from './connection.ts';
import { getDeviceId } from './device-id.ts';
import { takeEarlyVerify } from './early-calls.ts';
import { reportUpload, whileLoading } from './loading.ts';
import { endSession, getSession, type SessionEnd, sessionSignal } from './session.ts';

// The login request names the device in its body.
export { getDeviceId };

export class ApiError extends Error {
  /** HTTP status; null when no response came. */
  declare readonly status: number | null;
  /** Code of our API; null when no response came or another server answered. */
  declare readonly code: ErrorCode | null;
  /** The server's message, shown as text; null if there is none. */
  declare readonly serverMessage: string | null;
  /** Seconds to wait before another attempt, if the server said so. */
  declare readonly retryAfterS: number | null;
  /** The request's id in the log, for support; null unless the status is 500 or above. */
  declare readonly reference: string | null;

  constructor(
    response: Pick<ApiError, 'status' | 'code' | 'serverMessage' | 'retryAfterS' | 'reference'>,
    cause: unknown,
  ) {
    super(response.serverMessage ?? 'The call did not succeed', { cause });
    Object.assign(this, response, { name: 'ApiError' });
  }
}

/**
 * The product calls (spec section 7). All but `verifyQuietly` set the global loading flag while
 * they run. They reject with `ApiError`; a 401 has then already ended the session, except for
 * `login` and `verifyQuietly`. The caller checks whether a response is complete.
 */
export const apiClient = {
  login: (request: LoginRequest) =>
    call<LoginResponse>((http) => http.post(apiPaths.login(), request), null),
  verifyMagicToken: (request: VerifyMagicTokenRequest) =>
    call<ProfileResponse>(
      (http) => http.post(apiPaths.verifyMagicToken(), request),
      'profile-load-failed',
    ),
  verify: () => settle(verify, 'profile-load-failed'),
  /** The same, without the loading flag. */
  verifyQuietly: () => settleQuietly(verify, null),
  /** Reports a password change, which ends the driver's other sessions. */
  passwordChanged: (request: PasswordChangedRequest) =>
    call<void>((http) => http.post(apiPaths.passwordChanged(), request)),
  /** `image` is left out when it does not change. */
  updateProfile: (update: ProfileFields & { image?: File }) =>
    call<Profile>((http) => upload(http, apiPaths.updateProfile(), update)),
  insertPayoutDetails: (details: PayoutFields & { docs: File }) =>
    call<PayoutResponse>((http) => upload(http, apiPaths.insertPayoutDetails(), details)),
  /** Mails a new link; mode 1: setup not finished or link expired, mode 2: disabled account. */
  resendOnboardingLink: (stripeErrorToken: string, mode: ResendMode) =>
    call<void>((http) => http.get(apiPaths.resendOnboardingLink(stripeErrorToken, mode))),
  /** Mails a link to the page where bank details are changed. */
  updateBankDetails: () => call<void>((http) => http.get(apiPaths.updateBankDetails())),
  logout: () => call<void>((http) => http.post(apiPaths.logout()), 'logged-out'),
} satisfies ApiClientCalls;

/** Takes over the call that the page sent before this script was loaded. */
async function verify(): Promise<ProfileResponse> {
  const session = sessionSignal();
  const early = await takeEarlyVerify(getSession().token, session);
  if (!early) return send((http) => http.get(apiPaths.verify()));
  const data = await early.json().catch((error) => {
    // Anything else means that the response was cut off.
    if (error.name !== 'SyntaxError') throw error;
  });
  session.throwIfAborted();
  if (early.ok) return data;
  throw apiErrorOf(early.status, data, (name) => early.headers.get(name), undefined);
}

/** Sends a form that may have a file, and reports how much of it has been sent. */
async function upload<T>(http: AxiosInstance, path: string, form: object) {
  try {
    return await http.postForm<T>(path, form, {
      onUploadProgress: ({ progress }) => reportUpload(progress ?? 0),
    });
  } catch (error) {
    const { code } = toApiError(error);
    const type: UploadRefused = 'kargo-upload-refused';
    if (code) dispatchEvent(new CustomEvent(type, { detail: code }));
    throw error;
  } finally {
    reportUpload(null);
  }
}

type Send<T> = (http: AxiosInstance) => Promise<{ status: number; data: T }>;

const call = <T>(through: Send<T>, unauthorized?: SessionEnd | null) =>
  settle(() => send(through), unauthorized);

/** Loads axios with the first call that needs it. */
async function send<T>(through: Send<T>): Promise<T> {
  const session = sessionSignal();
  const { http } = await loadNow(loadHttp);
  // Otherwise it would be sent with the token of the next session.
  session.throwIfAborted();
  const { status, data } = await through(http);
  // Something in front of the API has answered, such as the login page of a public Wi-Fi.
  const isPage = typeof data === 'string' && data.trimStart().startsWith('<');
  if (isPage) throw apiErrorOf(status, {}, () => null, undefined);
  return data ?? ({} as T);
}

const loadHttp = () => import('./http.ts');

// Loads axios before the form is sent. Pages are rendered in Node too.
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    // A failure is reported with the call.
    if (target instanceof HTMLInputElement) void loadHttp().catch(() => undefined);
  });
}

const settle = <T>(work: () => Promise<T>, unauthorized?: SessionEnd | null) =>
  settleQuietly(() => whileLoading(work), unauthorized);

async function settleQuietly<T>(
  work: () => Promise<T>,
  unauthorized: SessionEnd | null = 'expired',
) {
  const session = sessionSignal();
  try {
    return await work();
  } catch (error) {
    const apiError = toApiError(error);
    // If many calls fail together, only one of them ends it.
    if (apiError.status === 401 && unauthorized && !session.aborted) endSession(unauthorized);
    throw apiError;
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { status = null, data, headers } = (error as AxiosError<Body>).response ?? {};
  return apiErrorOf(status, data, (name) => headers?.[name], error);
}

type Body = Partial<Record<'code' | 'message' | 'error', unknown>>;

function apiErrorOf(
  status: number | null,
  body: Body | undefined,
  header: (name: string) => unknown,
  cause: unknown,
): ApiError {
  return new ApiError(
    {
      status,
      code: text(body?.code) as ErrorCode | null,
      serverMessage: text(body?.message) ?? text(body?.error),
      retryAfterS: Number(header('retry-after')) || null,
      reference: status !== null && status >= 500 ? text(header('x-request-id')) : null,
    },
    cause,
  );
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
