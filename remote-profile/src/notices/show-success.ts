/** Says for a moment that something succeeded, see `Toasts`. The caller also shows it in a lasting way. */
export async function showSuccess(title: string): Promise<void> {
  const module = await import('./toaster.ts').catch(() => undefined);
  module?.toaster.create({ type: 'success', title });
}
