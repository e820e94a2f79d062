import * as runtime from '@module-federation/runtime/core';

type Runtime = runtime.ModuleFederation;

/** webpack's `__webpack_require__` of a build. */
interface Build {
  readonly federation: {
    readonly initOptions: { readonly name: string };
    readonly instance: Runtime;
    readonly bundlerRuntime: object;
    readonly attachShareScopeMap: (build: Build) => void;
  };
  /** Shares the modules of a scope. */
  I(scope: string, initScope: unknown): unknown;
}

declare const __webpack_require__: Build;

/**
 * A federation runtime plugin of the shell: provides the runtime, and webpack's side of it, to the remotes, which are
 * built without (`hosts-runtime.ts`). The option `provideExternalRuntime` would add a second copy of 10 kB. The
 * federation plugin defines the name.
 */
export default function provideRuntimePlugin() {
  const { bundlerRuntime, attachShareScopeMap } = __webpack_require__.federation;
  const federation = {
    runtime: { init },
    bundlerRuntime: { ...bundlerRuntime, initContainerEntry },
    attachShareScopeMap,
    bundlerRuntimeOptions: {},
  };
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: { ...runtime, federation } });
  return { name: 'kargo-runtime' };
}

/** Creates the runtime's instance for a remote; all releases of the remote share it. */
function init(given: ConstructorParameters<typeof runtime.ModuleFederation>[0]): Runtime {
  const options = { ...given, id: '' };
  const known = runtime.CurrentGlobal.__FEDERATION__.__INSTANCES__;
  const same = known.find(({ name }) => name === options.name);
  if (same) same.initOptions(options);
  else runtime.setGlobalFederationInstance(new runtime.ModuleFederation(options));
  return same ?? (known.at(-1) as Runtime);
}

interface ContainerEntry {
  webpackRequire: Build;
  shareScope: Parameters<Runtime['initShareScopeMap']>[1];
  initScope: unknown;
  remoteEntryInitOptions?: Partial<Pick<Runtime, 'shareScopeMap'>>;
}

/** Gives a remote the modules that the shell shares. The runtime's own is left out of a build that exposes nothing. */
function initContainerEntry({ webpackRequire, ...entry }: ContainerEntry): unknown {
  const { shareScope, initScope, remoteEntryInitOptions } = entry;
  const { instance, initOptions, attachShareScopeMap } = webpackRequire.federation;
  instance.initOptions({ name: initOptions.name, remotes: [], ...remoteEntryInitOptions });
  const hostShareScopeMap = remoteEntryInitOptions?.shareScopeMap ?? {};
  instance.initShareScopeMap('default', shareScope, { hostShareScopeMap });
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I('default', initScope);
}
