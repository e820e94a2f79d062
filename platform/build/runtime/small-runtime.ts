import { init as initRuntime } from '@module-federation/runtime/bundler';

/**
 * Replaces `@module-federation/runtime` and its helpers, which load and describe remotes. With
 * `disableRemote`, webpack's part of the runtime uses only `init`.
 */
export const init = initRuntime;
export const getRemoteEntry = undefined;
export default {};
