import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component that is downloaded once it is wanted; null until it is there, and for good where it does not arrive: for
 * what a form can do without.
 *
 * @param load the same function in each render
 */
export function useLazyPart<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  }, [isWanted, load]);
  return Part;
}
