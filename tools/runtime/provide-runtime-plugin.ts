import * as runtime from '@module-federation/runtime/core';

/**
 * A federation runtime plugin of the shell: hands the federation runtime to the remotes, which are built
 * without one. The name is the federation plugin's. Its own `provideExternalRuntime` would bring a second
 * copy of the runtime, of 10 kB.
 */
export default function provideRuntimePlugin() {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtime });
  return { name: 'kargo-runtime' };
}
