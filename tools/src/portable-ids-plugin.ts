import type { Compiler } from 'webpack';

const pluginName = 'PortableIdsPlugin';

/** What these modules are called by webpack holds the absolute path of the checkout, or a hash of it. */
const portableIds = [
  { name: /^container entry /, id: 'container' },
  { name: /[\\/]\.federation[\\/]entry\.\w+\.js/, id: 'federation' },
];

/**
 * Gives the modules that the federation plugin adds an id that is the same in every checkout.
 * Without it the same sources are other files on another machine, under the same version.
 */
export class PortableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(pluginName, ({ hooks, chunkGraph }) => {
      hooks.beforeModuleIds.tap(pluginName, (modules) => {
        for (const module of modules) {
          // Modules that were put into another one are still listed; they are in no chunk.
          if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
          const portable = portableIds.find(({ name }) => name.test(module.identifier()));
          if (portable) chunkGraph.setModuleId(module, portable.id);
        }
      });
    });
  }
}
