import { isOfRelease } from './release-records.ts';

declare const __webpack_public_path__: string;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/**
 * Returns the URL as a `TrustedScriptURL` of the policy `kargo-release`, or as a string in browsers
 * without Trusted Types.
 *
 * @throws for a URL outside the candidates' folders and the running shell's
 */
export function toScriptUrl(url: string): string {
  policy ??= trustedTypes?.createPolicy('kargo-release', { createScriptURL }) ?? {
    createScriptURL,
  };
  return policy.createScriptURL(url);
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

function createScriptURL(url: string): string {
  const script = new URL(url, window.location.href);
  if (!isOfRelease(script) && !isOfShell(script))
    throw new TypeError(`${script.href} belongs to no release`);
  return script.href;
}

/** Needed in development, where no candidate names the folder of the shell. */
function isOfShell({ href }: URL): boolean {
  if (typeof __webpack_public_path__ !== 'string') return false;
  return href.startsWith(new URL(__webpack_public_path__, window.location.href).href);
}
