/** The identity provider's client. It is large, so it is fetched when it is first asked for. */
export const loadIdentity = () => import('shared-runtime/identity');

/** Fetches the client early, for somebody who is about to need it. */
export function prefetchIdentity(): void {
  // That it did not come is told when it is needed; by then it may come.
  loadIdentity().catch(() => {});
}
