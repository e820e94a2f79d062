import { useState } from 'react';

/** Whether it is or was true: for elements that are rendered when first needed, then kept. */
export function useLatch(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}
