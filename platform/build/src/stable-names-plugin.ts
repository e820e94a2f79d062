import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import webpack, { type Compilation, type Compiler } from 'webpack';

const name = 'stableNamesPlugin';
const { PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: minifying } = webpack.Compilation;

/**
 * Hides a release's version and class prefix from the minifier, which picks short names by letter
 * frequency. So two releases' files differ only in these texts, and where their sources differ.
 */
export const stableNamesPlugin = (app: string, version: string) => (compiler: Compiler) => {
  const prefix = classPrefix(app, version);
  const pairs = [
    [version, '~'.repeat(version.length)],
    [prefix, '@'.repeat(prefix.length)],
  ] as const;
  const back = pairs.map(([text, hidden]) => [hidden, text] as const);
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    const { processAssets } = compilation.hooks;
    processAssets.tap({ name, stage: minifying - 1 }, () => replaceIn(compilation, pairs));
    processAssets.tap({ name, stage: minifying + 1 }, () => replaceIn(compilation, back));
  });
};

function replaceIn(compilation: Compilation, pairs: readonly (readonly [string, string])[]): void {
  for (const { name: file } of compilation.getAssets().filter((it) => it.name.endsWith('.js')))
    compilation.updateAsset(file, (source) => {
      const code = source.source().toString();
      const replaced = new webpack.sources.ReplaceSource(source);
      for (const [text, other] of pairs)
        for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + text.length))
          replaced.replace(at, at + text.length - 1, other);
      return replaced;
    });
}
