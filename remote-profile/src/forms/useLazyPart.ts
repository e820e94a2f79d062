import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part that a form can do without, downloaded when it is needed; null until then. If it does not load, it is
 * a component that shows nothing.
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
      () => setPart(() => Nothing),
    );
  }, [isWanted, load]);
  return Part;
}

const Nothing = () => null;
