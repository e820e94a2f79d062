import { useState } from 'react';

/** Whether something is true or has been: for what is drawn when first needed, and then kept. */
export function useEver(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return isTrue || wasTrue;
}
