import { parse } from 'acorn';
import webpack, { type Compiler } from 'webpack';
import { ecmaVersion, floorInWords } from './browser-floor.ts';

/** Fails a build with syntax too new for the oldest browsers, as libraries are not transpiled. */
export function syntaxPlugin(compiler: Compiler): void {
  const name = 'syntaxPlugin';
  const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tap({ name, stage }, () => {
      for (const { name: file, source } of compilation.getAssets()) {
        if (!file.endsWith('.js')) continue;
        try {
          parse(source.source().toString(), { ecmaVersion, sourceType: 'script' });
        } catch (error) {
          const message = `${file} cannot be read by ${floorInWords}: ${error}`;
          compilation.errors.push(new webpack.WebpackError(message));
        }
      }
    });
  });
}
