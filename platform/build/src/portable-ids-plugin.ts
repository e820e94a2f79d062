import type { Compiler } from 'webpack';

const pluginName = 'PortableIdsPlugin';

/** Modules whose ids in webpack contain the absolute path of the checkout, or a hash of it. */
const portableIds = [
  { name: /^container entry /, id: 'container' },
  { name: /[\\/]\.federation[\\/]entry\.\w+\.js/, id: 'federation' },
];

/** Gives modules of the federation plugin the same id in every checkout: equal sources give equal builds. */
export class PortableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(pluginName, ({ hooks, chunkGraph }) => {
      hooks.beforeModuleIds.tap(pluginName, (modules) => {
        for (const module of modules) {
          // Concatenated modules are listed but belong to no chunk.
          if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
          const portable = portableIds.find(({ name }) => name.test(module.identifier()));
          if (portable) chunkGraph.setModuleId(module, portable.id);
        }
      });
    });
  }
}
