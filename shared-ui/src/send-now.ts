import { tellUnsent } from '@kargo/shared-runtime/layout';
import { isIdentityError } from './is-identity-error.ts';

/** There was no response while the browser said it was offline: nothing was sent, nor will be. */
export class NothingSentError extends Error {}

/**
 * Sends what a person asked for, once, whatever the browser says about the connection.
 *
 * @param work loads what it needs with `loadNow`
 * @throws NothingSentError; what `work` throws otherwise
 */
export async function sendNow<T>(work: () => Promise<T>): Promise<T> {
  const isOffline = !navigator.onLine;
  try {
    return await work();
  } catch (error) {
    if (!isOffline || !hasNoResponse(error)) throw error;
    tellUnsent();
    throw new NothingSentError('There was no response', { cause: error });
  }
}

/** Checked by their names: `instanceof` would load the API client and the identity client. */
function hasNoResponse(error: unknown): boolean {
  if (isIdentityError(error)) return error.code === 'auth/network-request-failed';
  const { name, status } = error as { name?: string; status?: number | null };
  return name === 'NetworkError' || (name === 'ApiError' && status === null);
}
