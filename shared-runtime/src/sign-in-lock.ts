/** Held by the tab that signs in or out at the provider; a page that goes away lets go. */
const lock = 'kargo-identity';

/** How long a sign-in waits for a tab that is busy; one that hangs must not keep anybody out. */
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

/** Our session has begun, or the sign-in at the provider was refused or undone. */
export function signInSettled(): void {
  releaseLock();
  releaseLock = () => {};
}

/** Runs `work` while no tab signs in. */
export async function whileNobodySignsIn(work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(lock, work) : work());
}
