import { type ComponentType, useEffect, useState } from 'react';

/** Events that announce that a form will be sent: only then are there notices. */
const intentEvents = ['focusin', 'pointerdown'] as const;

/**
 * Loads the place for notices when somebody goes into a form, so that it is there before a notice is: screen
 * readers announce changes in existing elements only. Where it does not load, there are no notices.
 */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = async ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('form'))) return;
      const module = await import('./ToastRegion.tsx').catch(() => undefined);
      if (module) setRegion(() => module.default);
    };
    for (const event of intentEvents) document.addEventListener(event, load);
    return () => {
      for (const event of intentEvents) document.removeEventListener(event, load);
    };
  }, []);
  return Region && <Region />;
}
