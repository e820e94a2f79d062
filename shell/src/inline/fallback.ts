import { reportsPath } from '@kargo/shared-types/releases/release-addresses';

/** The version that is being built. */
declare const shellVersion: string;

/** A `ProblemReport`. */
const report = `{"kind":"gave-way","app":"shell","version":"${shellVersion}"}`;

/** The cookie that tells the gateway which version of the shell failed in this browser. */
const failure = `kargo-failed-shell=${shellVersion}`;

/** Whether the visitor has typed something, or the page is reloading already. */
let isKept = false;

/** The gateway sends the page with the previous shell once it has the cookie. */
function reload(): void {
  if (isKept || (document.readyState !== 'loading' && !document.getElementById('start-page')))
    return;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is asynchronous, and newer than the oldest browsers.
  document.cookie = `${failure};path=/;max-age=600;samesite=lax${secure}`;
  if (!document.cookie.includes(failure)) return;
  isKept = true;
  location.reload();
  // Last, since blockers remove this function or make it throw.
  navigator.sendBeacon(reportsPath, new Blob([report], { type: 'application/json' }));
}

// Reloads the page once if a script of the shell does not load, throws before the page is rendered,
// or takes longer than 15 s, unless the visitor has typed something.
addEventListener(
  'input',
  () => {
    isKept = true;
  },
  true,
);
addEventListener(
  'error',
  ({ filename, target }) => {
    const script = filename ?? (target as HTMLScriptElement).src ?? '';
    if (script.startsWith(`${location.origin}/releases/shell/`)) reload();
  },
  true,
);
setTimeout(reload, 15_000);
