/** Reads the profile again without the loading overlay; nothing changes if that fails. Never rejects. */
export async function refreshProfile(): Promise<void> {
  const actions = await import('@kargo/shared-runtime/session-actions').catch(() => undefined);
  await actions?.refreshProfile();
}
