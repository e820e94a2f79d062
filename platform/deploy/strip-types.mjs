import { registerHooks, stripTypeScriptTypes } from 'node:module';

/**
 * Preloaded in every image (`node --import /strip-types.mjs`), where this workspace's packages are in `node_modules`:
 * Node does not strip types there. See docs/decisions/0010-images-run-the-sources.md.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (!/\/node_modules\/.*\.ts$/.test(url)) return nextLoad(url, context);
    const { source } = nextLoad(url, { ...context, format: 'module' });
    return { format: 'module', source: stripTypeScriptTypes(String(source)), shortCircuit: true };
  },
});
