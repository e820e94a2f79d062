import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { runningShell, trackedRelease } from './tracked-releases.ts';

/** An app as Module Federation's DevTools read it, with the remotes that it uses. */
interface ModuleInfo {
  version: string | undefined;
  remoteEntry: string | undefined;
  remotesInfo: Record<string, { matchedVersion: string }>;
}

/** Shows DevTools a remote that the shell uses: the runtime shows only those that it loads. */
export function showInDevtools({ app, version, url, container }: PageRelease): void {
  const { __FEDERATION__ } = globalThis as {
    __FEDERATION__?: { moduleInfo: Record<string, ModuleInfo> };
  };
  const shell = runningShell();
  if (!__FEDERATION__ || !shell) return;
  const { moduleInfo } = __FEDERATION__;
  const remoteEntry = trackedRelease(shell).release?.url;
  const name = container?.name ?? `kargo_${app}`;
  moduleInfo.kargo_shell ??= { version: shell.version, remoteEntry, remotesInfo: {} };
  moduleInfo.kargo_shell.remotesInfo[name] = { matchedVersion: version };
  moduleInfo[`${name}:${version}`] = { version, remoteEntry: url, remotesInfo: {} };
}
