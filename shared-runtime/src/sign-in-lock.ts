/** The lock of the tab that signs in or out at the provider. It ends with the page. */
const lock = 'kargo-identity';

/** How long a sign-in waits for a tab that is busy; a tab that hangs must not keep anybody out. */
const timeoutMs = 3000;

let releaseLock = () => {};

/** Keeps other tabs from ending the provider's session, until `signInSettled`. */
export async function beginSignIn(): Promise<void> {
  signInSettled();
  if (!('locks' in navigator)) return;
  await new Promise<void>((resolve) => {
    const hold = () =>
      new Promise<void>((done) => {
        releaseLock = done;
        resolve();
      });
    const signal = AbortSignal.timeout(timeoutMs);
    navigator.locks.request(lock, { signal }, hold).catch(() => resolve());
  });
}

/** Call this when our session has begun, or when the sign-in was refused or rolled back. */
export function signInSettled(): void {
  releaseLock();
  releaseLock = () => {};
}

/** Runs `work` while no tab signs in. */
export async function whileNobodySignsIn(work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(lock, work) : work());
}
