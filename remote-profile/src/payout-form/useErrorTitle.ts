import { useEffect } from 'react';

/** While a form that was sent has errors, the window's title says so before anything else. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [hasErrors]);
}
