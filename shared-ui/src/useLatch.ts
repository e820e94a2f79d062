import { useState } from 'react';

/** Whether something is or was true: for elements that are rendered when first needed, and then kept. */
export function useLatch(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}
