import { ownerOf } from './tracked-releases.ts';

declare const __webpack_public_path__: string;

interface Policy {
  createScriptURL(url: string): string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};
const rules = { createScriptURL };
let policy: Policy | undefined;

/**
 * Returns the URL as a `TrustedScriptURL` of the policy `kargo-release`, or as a string in browsers
 * without Trusted Types.
 *
 * @throws for a URL outside the releases' folders and the running shell's
 */
export function toScriptUrl(url: string): string {
  // Created late: where the page's headers forbid it, only remotes fail.
  policy ??= trustedTypes?.createPolicy('kargo-release', rules) ?? rules;
  return policy.createScriptURL(url);
}

/** Imports a module of a release. */
export const importModule = (url: string): Promise<unknown> =>
  import(/* webpackIgnore: true */ toScriptUrl(url));

function createScriptURL(url: string): string {
  const script = new URL(url, window.location.href);
  if (!ownerOf(script.href) && !isOfShell(script))
    throw new TypeError(`${script.href} belongs to no release`);
  return script.href;
}

/** Needed in development, where no release has the shell's folder. */
function isOfShell({ href }: URL): boolean {
  if (typeof __webpack_public_path__ !== 'string') return false;
  return href.startsWith(new URL(__webpack_public_path__, window.location.href).href);
}
