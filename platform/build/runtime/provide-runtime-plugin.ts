import * as runtime from '@module-federation/runtime/core';

/**
 * A federation runtime plugin of the shell: provides the federation runtime to the remotes, which are
 * built without one. The federation plugin defines the global's name. Its own option
 * `provideExternalRuntime` would add a second copy of the runtime, of 10 kB.
 */
export default function provideRuntimePlugin() {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtime });
  return { name: 'kargo-runtime' };
}
