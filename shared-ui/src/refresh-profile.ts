/** Calls `refreshProfile` of `session-actions`, which visitors do not download. Never rejects. */
export async function refreshProfile(): Promise<void> {
  const actions = await import('@kargo/shared-runtime/session-actions').catch(() => undefined);
  await actions?.refreshProfile();
}
