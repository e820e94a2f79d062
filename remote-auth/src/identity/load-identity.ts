/** The identity provider's client. It is large, so it is fetched when it is first needed. */
export const loadIdentity = () => import('@kargo/shared-runtime/identity');

export function prefetchIdentity(): void {
  // A failure is reported when the client is needed; by then it may load.
  loadIdentity().catch(() => {});
}
