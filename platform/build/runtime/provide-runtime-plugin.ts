import {
  CurrentGlobal,
  ModuleFederation,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';

/** webpack's `__webpack_require__` of a build. */
interface Build {
  readonly federation: {
    readonly initOptions: ConstructorParameters<typeof ModuleFederation>[0];
    readonly instance: ModuleFederation;
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
    runtime: {},
    bundlerRuntime: { ...bundlerRuntime, init, initContainerEntry },
    attachShareScopeMap,
    bundlerRuntimeOptions: {},
  };
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: { federation } });
  return { name: 'kargo-runtime' };
}

/** Creates the runtime's instance for a remote; all releases of the remote share it. */
function init({ webpackRequire }: { webpackRequire: Build }): ModuleFederation {
  const options = { ...webpackRequire.federation.initOptions, id: '' };
  const known = CurrentGlobal.__FEDERATION__.__INSTANCES__.find((it) => it.name === options.name);
  known?.initOptions(options);
  const instance = known ?? new ModuleFederation(options);
  if (!known) setGlobalFederationInstance(instance);
  return instance;
}

interface ContainerEntry {
  webpackRequire: Build;
  shareScope: Parameters<ModuleFederation['initShareScopeMap']>[1];
  initScope: unknown;
}

/** Gives a remote the modules that the shell shares. The runtime's own is left out of a build that exposes nothing. */
function initContainerEntry({ webpackRequire, shareScope, initScope }: ContainerEntry): unknown {
  const { instance, attachShareScopeMap } = webpackRequire.federation;
  instance.initShareScopeMap('default', shareScope);
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I('default', initScope);
}
