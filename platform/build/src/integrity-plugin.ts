import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';

const pluginName = 'integrityPlugin';

/** Where webpack's runtime has the hashes, by kind of file, then by chunk. */
const integrityVariable = '__webpack_require__.integrity';

type Kind = 'js' | 'css';

/**
 * Adds to webpack's runtime the hashes of all chunks that a script may load later, for `integrity`
 * attributes. It sets those of styles; the script loader sets those of scripts. The hashes are
 * filled in last, from the final files.
 */
export function integrityPlugin(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
    const runtimes = new Set<Chunk>();
    compilation.hooks.additionalTreeRuntimeRequirements.tap(pluginName, (chunk) => {
      runtimes.add(chunk);
      compilation.addRuntimeModule(chunk, new IntegrityRuntimeModule());
    });
    MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
      pluginName,
      (source, { tag, chunkId }) =>
        `${source}${tag}.integrity = ${integrityVariable}.css[${chunkId}];${tag}.crossOrigin = 'anonymous';`,
    );
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
    compilation.hooks.processAssets.tap({ name: pluginName, stage }, () => {
      for (const runtime of runtimes) fillIn(compilation, runtime);
    });
  });
}

class IntegrityRuntimeModule extends webpack.RuntimeModule {
  constructor() {
    super('integrity of chunks');
  }

  override generate(): string {
    const { chunk, compilation } = this;
    if (!chunk || !compilation) return '';
    const map = (kind: Kind) =>
      Object.fromEntries(
        chunksWith(kind, compilation, chunk).map(({ id }) => [id, placeholder(kind, id)]),
      );
    return `${integrityVariable} = ${JSON.stringify({ js: map('js'), css: map('css') })};`;
  }
}

/** Returns the chunks that are loaded later and have a file of this kind. */
function chunksWith(kind: Kind, { chunkGraph }: Compilation, runtime: Chunk): Chunk[] {
  const later = [...runtime.getAllReferencedChunks()].filter((chunk) => chunk !== runtime);
  const hasStyles = (chunk: Chunk) =>
    chunkGraph.getChunkModulesIterableBySourceType(chunk, 'css/mini-extract') !== undefined;
  const hasScript = (chunk: Chunk) =>
    webpack.javascript.JavascriptModulesPlugin.chunkHasJs(chunk, chunkGraph);
  return later.filter(kind === 'css' ? hasStyles : hasScript);
}

/** Returns a text of the hash's length, so that source maps stay valid. */
const placeholder = (kind: Kind, id: Chunk['id']) => `{integrity of ${kind} ${id}}`.padEnd(71, '-');

function fillIn(compilation: Compilation, runtime: Chunk): void {
  const file = [...runtime.files].find((name) => name.endsWith('.js'));
  if (!file) return;
  const text = compilation.getAsset(file)?.source.source().toString() ?? '';
  const filled = text.replaceAll(/\{integrity of (js|css) ([^}]+)\}-*/g, (_all, kind, id) => {
    const chunk = [...compilation.chunks].find((candidate) => String(candidate.id) === id);
    const [ofKind, ...others] = [...(chunk?.files ?? [])].filter((it) => it.endsWith(`.${kind}`));
    const content = ofKind && compilation.getAsset(ofKind)?.source.buffer();
    if (!content || others.length > 0)
      throw new Error(`Chunk ${id} does not have exactly one .${kind} file`);
    return `sha384-${createHash('sha384').update(content).digest('base64')}`;
  });
  compilation.updateAsset(file, new webpack.sources.RawSource(filled));
}
