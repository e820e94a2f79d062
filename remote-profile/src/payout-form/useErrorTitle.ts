import { useLayoutEffect } from 'react';

/** While a form that was sent has errors, the window's title says so before anything else. */
export function useErrorTitle(hasErrors: boolean): void {
  // Ends before the next page sets its title, which is an effect of the same kind.
  useLayoutEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [hasErrors]);
}
