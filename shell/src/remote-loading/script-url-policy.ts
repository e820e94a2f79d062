import { isOfRelease } from './release-map.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/**
 * Under Trusted Types a script's address must come from a named policy. Ours lets through only files of
 * releases that the page was told of, and of the shell that runs. Browsers without Trusted Types get the same check.
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
  if (!isOfRelease(script)) throw new TypeError(`${script.href} belongs to no release`);
  return script.href;
}
