/** Settles when the browser says that it has a connection, or when `signal` is aborted. */
export async function untilOnline(signal?: AbortSignal): Promise<void> {
  if (navigator.onLine || signal?.aborted) return;
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    signal?.addEventListener('abort', resolve, { once: true });
  });
}

/**
 * Runs `work`. If it fails while the browser is offline, or went offline in the meantime, it is run
 * again as soon as it is online (S17).
 *
 * @param hasResponse whether the server answered with this failure, so that retrying is of no use
 * @param signal aborted when the result is no longer needed
 * @throws what `work` throws while there is a connection, or when `signal` is aborted
 */
export async function retryWhenOnline<T>(
  work: () => Promise<T>,
  hasResponse: (error: unknown) => boolean = () => false,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    let isLost = !navigator.onLine;
    const lose = () => {
      isLost = true;
    };
    window.addEventListener('offline', lose);
    try {
      return await work();
    } catch (error) {
      if (hasResponse(error) || (navigator.onLine && !isLost)) throw error;
      await untilOnline(signal);
      if (signal?.aborted) throw error;
    } finally {
      window.removeEventListener('offline', lose);
    }
  }
}
