import { globSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { stylesFile } from '@kargo/shared-types/releases/release-addresses';
import { createCompilerFromSnapshot } from '@pandacss/compiler';
import { loadConfig } from '@pandacss/config';
import { createSourceTransformer, pandaTransformer } from '@pandacss/transformer';
import { transform as minify } from 'lightningcss';
import webpack, { type Compiler } from 'webpack';
import type { App } from './remotes.ts';

/**
 * Returns a plugin for all builds of a release. Panda replaces calls to its functions with class
 * names, and the build for browsers gets a file with the CSS.
 *
 * @param isPage whether to include the reset and the styles of the whole page
 * @param inside the folders of other apps whose sources the builds include
 */
export async function stylesPlugin(
  { name: app, path }: Pick<App, 'name' | 'path'>,
  version: string,
  isPage = false,
  inside: readonly string[] = [],
) {
  const file = createRequire(`${path}/`).resolve('@kargo/shared-runtime/panda.config');
  const loaded = await loadConfig({ cwd: dirname(file), file });
  const prefix = classPrefix(app, version);
  // A remote's tokens apply only to its own screens: another release may have others.
  const ofRemote = { preflight: false, globalCss: {}, cssVarRoot: `[data-release="${version}"]` };
  const config = {
    ...loaded.config,
    hash: { className: true, cssVar: false },
    prefix: { className: prefix, cssVar: 'kargo' },
    ...(isPage ? {} : ofRemote),
  };
  const panda = (files: Iterable<string>) => {
    const compiler = createCompilerFromSnapshot({ ...loaded, config });
    for (const it of files) compiler.parseFile(it);
    return compiler;
  };
  const compiler = panda(new Set([path, ...inside].flatMap(sources)));
  const shortened = shortener(prefix, compiler.compile().css);
  const transformer = createSourceTransformer(compiler);
  return function addStyles(builder: Compiler): void {
    // Sources that are edited later may have new names.
    const shorten: typeof shortened = (text, file) =>
      builder.watchMode ? text : shortened(text, file);
    const transformSource: typeof transformer.transformSource = (input) => {
      const result = transformer.transformSource(input);
      return { ...result, code: shorten(result.code, input.path) };
    };
    pandaTransformer.webpack({ transformer: { compiler, transformSource } }).apply(builder);
    if (builder.options.mode === 'development')
      new webpack.EntryPlugin(builder.context, reloadStyles, { name: undefined }).apply(builder);
    builder.hooks.thisCompilation.tap(name, (compilation) => {
      if (builder.platform.node) return;
      let css = '';
      // Modules are concatenated later.
      compilation.hooks.finishModules.tap(name, (modules) => {
        const files = [...modules].map((it) => it.nameForCondition() ?? '');
        css = panda(files.filter((it) => /\.[jt]sx?$/.test(it))).compile().css;
      });
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const [layers = ''] = /^@layer [^;]*;/.exec(css) ?? [];
        // Selected text keeps the browser's own colour.
        const own = ownKeyframes(shorten(css), prefix).replace(/::selection\s*\{[^}]*\}/, '');
        const { code } = minify({ filename: stylesFile, code: Buffer.from(own), minify: true });
        compilation.emitAsset(stylesFile, new webpack.sources.RawSource(`${layers}${code}`));
      });
    });
  };
}

const name = 'stylesPlugin';

/** An entry that reloads the styles after each update, since they are not a module. */
const reloadStyles = `data:text/javascript,${encodeURIComponent(`
  import.meta.webpackHot?.addStatusHandler((status) => {
    const url = __webpack_public_path__ + '${stylesFile}';
    const link = document.querySelector('link[href^="' + url + '"]');
    if (status === 'idle' && link) link.href = url + '?' + Date.now();
  });`)}`;

/** Returns all files that may add styles to the builds of the app in this folder. */
function sources(path: string): string[] {
  const manifest = join(path, 'package.json');
  const packages = Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies)
    .filter((it) => it.startsWith('@kargo/shared-'))
    .map((it) => findPackageJSON(it, manifest) ?? '');
  return [manifest, ...packages]
    .map((it) => join(dirname(realpathSync(it)), 'src'))
    .flatMap((cwd) => globSync('**/*.{ts,tsx,js}', { cwd }).map((it) => join(cwd, it)))
    .sort();
}

/**
 * Returns a function that replaces Panda's class names with the prefix and a number. Panda's names
 * are hashes, which would make `/` 3 kB larger.
 *
 * @throws when a name has no style, because Panda orders the style's conditions unlike the source
 */
export function shortener(prefix: string, css: string) {
  const names = new RegExp(`\\b${prefix}-\\w+`, 'g');
  const all = new Set(css.match(names));
  const short = new Map([...all].map((name, index) => [name, prefix + index.toString(36)]));
  return (text: string, file = '') =>
    text.replaceAll(names, (name) => {
      const known = short.get(name);
      if (known) return known;
      throw new Error(`${file} has a style with a selector outside its condition`);
    });
}

/** Adds the prefix to keyframe names: of equal names, the page's last style sheet would win. */
export function ownKeyframes(css: string, prefix: string): string {
  const names = new Set([...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name));
  return css.replaceAll(/@keyframes [\w-]+|\banimation(-name)?:[^;}]+/g, (text) =>
    text.replaceAll(/[\w-]+/g, (word) => (names.has(word) ? `${prefix}-${word}` : word)),
  );
}
