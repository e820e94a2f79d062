import { readFile } from 'node:fs/promises';

const library = import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
const code = await readFile(new URL(library), 'utf8');

/** Runs at the start of each page, to find elements in it and to keep its errors. */
export const pageScript = `${code};(${keepErrors})()`;

/**
 * Keeps console errors, uncaught errors and policy violations, one per line, where later pages of
 * the tab find them: WebKitGTK's driver does not report them.
 */
function keepErrors(): void {
  const keep = (text: string) => {
    sessionStorage.errors = `${sessionStorage.errors ?? ''}${text.replaceAll('\n', ' ')}\n`;
  };
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    error(...parts);
    keep(`console: ${parts.join(' ')}`);
  };
  window.addEventListener('error', ({ message }) => keep(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => keep(`uncaught: ${reason}`));
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sample } = violation;
    keep(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`);
  });
}
