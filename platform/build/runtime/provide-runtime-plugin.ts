import * as runtime from '@module-federation/runtime/core';

/**
 * A federation runtime plugin of the shell: provides the runtime to the remotes, which are built without one. The
 * option `provideExternalRuntime` would add a second copy of 10 kB. The federation plugin defines the name.
 */
export default function provideRuntimePlugin() {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtime });
  return { name: 'kargo-runtime' };
}
