declare const _FEDERATION_RUNTIME_CORE: { readonly federation: object };

/** In place of a remote's own `@module-federation/webpack-bundler-runtime`: the shell's. */
export default _FEDERATION_RUNTIME_CORE.federation;
