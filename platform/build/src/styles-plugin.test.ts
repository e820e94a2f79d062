import assert, { deepEqual, equal, match, throws } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { globSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { classPrefix } from '@kargo/shared-types/releases/class-prefix';
import { stylesFile } from '@kargo/shared-types/releases/release-addresses';
import { createCompilerFromSnapshot } from '@pandacss/compiler';
import { loadConfig } from '@pandacss/config';
import { JSDOM } from 'jsdom';
import { transform } from 'lightningcss';
import type webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import { typeScript } from './base-configuration.ts';
import { ownKeyframes, shortener, stylesPlugin } from './styles-plugin.ts';
import { temporaryFolder } from './testing/build.ts';

const css = '.s1234-kLm{color:red}.s1234-aBc:hover{color:blue}';

test('Classes of a release begin with its prefix, in scripts and in styles', () => {
  const shorten = shortener('s1234', css);
  equal(shorten(css), '.s12340{color:red}.s12341:hover{color:blue}');
  equal(shorten('cx("s1234-aBc s1234-kLm", it)'), 'cx("s12341 s12340", it)');
});

test('Two releases have no class in common', () => {
  const releases = [
    ['auth', '0.1.0-3fa9c1d20b'],
    ['auth', '0.1.1-3fa9c1d20b'],
    ['alerts', '0.1.0-3fa9c1d20b'],
  ] as const;
  const classes = releases.map(([app, version]) => {
    const prefix = classPrefix(app, version);
    match(prefix, /^k[a-z\d]{5}$/);
    return shortener(prefix, css.replaceAll('s1234', prefix))(`${prefix}-kLm`);
  });
  equal(new Set(classes).size, 3);
});

test('A class without a style is refused', () => {
  const shorten = shortener('s1234', css);
  throws(() => shorten('"s1234-xYz"', 'Login.tsx'), /Login\.tsx has a style/);
});

test('Keyframes get the prefix of a release, where they are defined and where they are used', () => {
  equal(
    ownKeyframes(
      '@keyframes appear{from{opacity:0}}@keyframes spin{to{rotate:1turn}}' +
        '.a{animation:1s var(--spin) appear,spin 2s}.b{animation-name:spin}.appear{color:red}',
      'a1',
    ),
    '@keyframes a1-appear{from{opacity:0}}@keyframes a1-spin{to{rotate:1turn}}' +
      '.a{animation:1s var(--spin) a1-appear,a1-spin 2s}.b{animation-name:a1-spin}.appear{color:red}',
  );
  equal(ownKeyframes('.a{animation:none}', 'a1'), '.a{animation:none}');
});

const folder = await temporaryFolder(test, 'kargo [styles]-');

const root = join(import.meta.dirname, '../../..');
/** Apps have their own copy of webpack, with other classes than the plugin's copy. */
const appsWebpack: typeof webpack = createRequire(join(root, 'remote-auth/'))('webpack');
const [green, red] = ['rgb(0, 128, 0)', 'rgb(255, 0, 0)'];
const theme = await themeWith('first', green);
const laterTheme = await themeWith('later', red);
const app = await appWith(theme, 'ink.600');
const built = Promise.all([
  build({ path: app, version: '1' }),
  build({ path: await appWith(laterTheme, 'ink.600'), version: '2' }),
  build({ path: await appWith(laterTheme, 'later'), version: '3' }),
]);

// Types allow any text where a token is meant.
test('No word of a style is neither a token nor a value of CSS', async () => {
  const planted = join(folder, 'planted.ts');
  const at = "from '@kargo/shared-runtime/styles';";
  await writeFile(planted, `import { css } ${at} css({ color: 'ink.999', bg: 'lilac' });`);
  const cwd = join(root, 'shared-runtime');
  const config = await loadConfig({ cwd, file: join(cwd, 'panda.config.ts') });
  const compiler = createCompilerFromSnapshot(config);
  const sources = globSync('{shell,shared-*,remote-*}/src/**/*.{ts,tsx}', { cwd: root });
  for (const file of [planted, ...sources]) compiler.parseFile(resolve(root, file));
  const words: string[] = [];
  transform({
    filename: stylesFile,
    code: Buffer.from(compiler.compile().css),
    visitor: {
      Declaration(it) {
        if (it.property !== 'unparsed') return;
        const { value, propertyId } = it.value;
        const [first, second] = value;
        if (first?.type === 'token' && first.value.type === 'ident' && !second)
          words.push(`${propertyId.property}: ${first.value.value}`);
      },
    },
  });
  const unknown = words.filter((word) => !/: (inherit|none)$/.test(word));
  deepEqual(unknown, ['color: ink.999']);
});

test('Each class that a bundle names has a rule in the styles of the release', async () => {
  for (const { classes, styles } of await built) {
    assert.ok(classes.length > 5, classes.join());
    for (const name of classes) match(styles, new RegExp(`\\.${name}\\b`));
  }
});

test('The bundle for Node names the same classes, and its build writes no styles', async () => {
  const [{ classes }] = await built;
  const node = await build({ path: app, version: '1', target: 'node' });
  deepEqual(node.classes, classes);
  deepEqual(node.files, ['main.js']);
});

for (const [age, ofPage, color] of [
  ['an older', theme, green],
  ['a later', laterTheme, red],
] as const) {
  test(`In a page with ${age} theme, each remote has the tokens that it was built with`, async () => {
    const path = await appWith(ofPage, 'ink.600');
    const page = await build({ path, name: 'shell', isPage: true });
    match(page.styles, /:root\b[^{}]*\{--kargo-/);
    deepEqual(colors([page, ...(await built)]), [color, green, red, red]);
  });
}

test('While sources are watched, an edited style gets into the bundle and has a rule', async (t) => {
  const path = await appWith(theme, 'ink.600');
  const options = await configuration({ path });
  const watching = new EventEmitter();
  const first = once(watching, 'built');
  const watcher = appsWebpack(options)?.watch({}, (error, stats) => {
    watching.emit(error ? 'error' : 'built', error ?? stats);
  });
  t.after(() => promisify((done) => watcher?.close(done))());
  await first;
  for (const [file, before, after, rule] of [
    ['main.ts', 'none', 'block', /\.([\w-]+)\{display:block\}/],
    ['width.ts', '11px', '22px', /\.([\w-]+)\{width:22px\}/],
  ] as const) {
    const source = join(path, 'src', file);
    const edited = (await readFile(source, 'utf8')).replace(before, after);
    const again = once(watching, 'built');
    // It is moved there, since webpack may see a file while it is being written.
    await writeFile(join(folder, file), edited);
    await rename(join(folder, file), source);
    const [stats] = await again;
    deepEqual(stats.toJson().errors, []);
    const { styles, classes } = await output(options);
    const [, name = ''] = rule.exec(styles) ?? [];
    assert.ok(classes.includes(name), `${name} of ${classes}`);
  }
});

/** Copies shared-runtime, with this colour as `ink.600`, and as a colour with the theme's name. */
async function themeWith(name: string, color: string): Promise<string> {
  const [original, copy] = [join(root, 'shared-runtime'), join(folder, name)];
  for (const part of ['src', 'styled-system', 'package.json', 'panda.config.ts'])
    await cp(join(original, part), join(copy, part), { recursive: true });
  await symlink(join(original, 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, 'src/theme/tokens.ts');
  const tokens = await readFile(file, 'utf8');
  const value = `{ value: '${color}' }`;
  const edited = tokens.replace(/600: \{.*?\}/, `600: ${value}`);
  await writeFile(file, edited.replace('paper:', `${name}: ${value}, $&`));
  return copy;
}

/** Returns the folder of an app whose element has this colour. */
async function appWith(sharedRuntime: string, color: string): Promise<string> {
  const path = await mkdtemp(join(folder, 'app-'));
  await mkdir(join(path, 'node_modules/@kargo'), { recursive: true });
  await symlink(sharedRuntime, join(path, 'node_modules/@kargo/shared-runtime'));
  await mkdir(join(path, 'src'));
  const sources = {
    'package.json': '{ "dependencies": { "@kargo/shared-runtime": "*" } }',
    'src/width.ts': "export const width = '11px';",
    'src/main.ts': `
      import { button, css, cx } from '@kargo/shared-runtime/styles';
      import { width } from './width.ts';
      const own = css({ color: '${color}', w: width, display: { base: 'none', md: 'flex' } });
      document.body.className = cx(button(), own);`,
  };
  for (const [name, content] of Object.entries(sources)) await writeFile(join(path, name), content);
  return path;
}

interface App {
  path: string;
  name?: string;
  version?: string;
  isPage?: boolean;
  target?: string;
}

async function configuration(app: App) {
  const { path, name = 'app', version = '1', isPage = false, target = 'web' } = app;
  return {
    mode: 'production',
    context: path,
    target,
    entry: './src/main.ts',
    output: { path: await mkdtemp(join(folder, 'dist-')), uniqueName: classPrefix(name, version) },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [typeScript(join(root, 'shell'))] },
    optimization: { minimize: false },
    plugins: [await stylesPlugin({ path, name }, version, isPage)],
  } satisfies Configuration;
}

async function build(app: App) {
  const options = await configuration(app);
  const stats = await promisify<Configuration, Stats | undefined>(appsWebpack)(options);
  deepEqual(stats?.toJson().errors, []);
  return { ...(await output(options)), version: app.version };
}

type Output = Awaited<ReturnType<typeof configuration>>['output'];

async function output({ output: { path, uniqueName } }: { output: Output }) {
  const files = await readdir(path);
  const script = await readFile(join(path, 'main.js'), 'utf8');
  const styles = await readFile(join(path, stylesFile), 'utf8').catch(() => '');
  const classes = new Set(script.match(new RegExp(`\\b${uniqueName}[\\w-]+`, 'g')));
  return { files, styles, classes: [...classes] };
}

/** Returns the colour of each release's element when all are in one page. */
function colors(builds: Awaited<ReturnType<typeof build>>[]): string[] {
  const parts = builds.map(({ styles, version, classes }) => {
    const element = `<p class="${classes.join(' ')}">`;
    return `<style>${styles}</style><div data-release="${version}">${element}</p></div>`;
  });
  const { window } = new JSDOM(parts.join(''));
  const elements = window.document.querySelectorAll('p');
  return [...elements].map((element) => window.getComputedStyle(element).color);
}
