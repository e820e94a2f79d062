import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core';

/**
 * A federation runtime plugin of the shell. Provides the parts of the runtime that remotes built with
 * `externalRuntime` use. The option `provideExternalRuntime` would provide the whole runtime: 13 kB more.
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
