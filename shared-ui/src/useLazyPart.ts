import { useEffect, useState } from 'react';

/**
 * A component that is downloaded when it is needed; null until then, and if it does not load.
 *
 * @param load the same function in each render
 */
export function useLazyPart<Part>(isWanted: boolean, load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  }, [isWanted, load]);
  return part;
}
