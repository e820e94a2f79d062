/** Says for a moment that something succeeded, see `Toasts`. Whoever calls it also says so in a lasting way. */
export async function showSuccess(title: string): Promise<void> {
  const module = await import('./toaster.ts').catch(() => undefined);
  module?.toaster.create({ type: 'success', title });
}
