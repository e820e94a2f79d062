import { type ComponentType, useEffect, useState } from 'react';

const loadRegion = () => import('./ToastRegion.tsx').catch(() => undefined);

/** Events which suggest that a form will be sent: nothing else leads to notices. */
const intentEvents = ['focusin', 'pointerdown'] as const;

/** Number of mounted pages with notices: a release that takes over mounts before the other goes. */
let open = 0;

/**
 * Loads the place for notices when somebody enters a form, so that it is there before any notice:
 * screen readers only announce changes in existing elements. Without it there are no notices.
 */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    open += 1;
    const load = async ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('form'))) return;
      const module = await loadRegion();
      if (module) setRegion(() => module.default);
    };
    for (const event of intentEvents) document.addEventListener(event, load);
    return () => {
      open -= 1;
      for (const event of intentEvents) document.removeEventListener(event, load);
    };
  }, []);
  return Region && <Region />;
}

/** Says for a moment that something succeeded. The caller also shows it in a lasting way. */
export async function showSuccess(title: string): Promise<void> {
  const module = await loadRegion();
  // Otherwise it would wait for the next visit, even of another driver.
  if (open > 0) module?.toaster.create({ type: 'success', title });
}
