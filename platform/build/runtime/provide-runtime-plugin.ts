import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';

/**
 * A runtime plugin of the shell. It provides the parts of the runtime that remotes built with
 * `externalRuntime` use. `provideExternalRuntime` would provide all of it: 13 kB more.
 */
export default function provideRuntimePlugin() {
  const _FEDERATION_RUNTIME_CORE = {
    assert,
    CurrentGlobal,
    getGlobalFederationConstructor,
    ModuleFederation,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  };
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE });
  return { name: 'kargo-runtime' };
}
