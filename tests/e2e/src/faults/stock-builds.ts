import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withFault } from '@kargo/smoke-test/testing/bad-screens';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { federation } from '@module-federation/vite';
import { type Configuration, rspack, type Stats } from '@rspack/core';
import { build as buildByVite } from 'vite';
import { root } from '../support/site.ts';

// Remotes made by tool chains other than the site's, as those tools document it.

const screens = [
  'Home',
  'About',
  'TermsAndConditions',
  'PrivacyPolicy',
  'Faqs',
  'Support',
  'HowItWorks',
];

/** A screen with a hook, the session, styles, a part that loads later, and perhaps a fault. */
const sources = (tool: string, planted: Readonly<Record<string, string>>) => ({
  'Screen.js': `
    import { createElement as h, lazy, Suspense, useState } from 'react';
    import { useSession } from '@kargo/shared-runtime/session';
    import './screen.css';
    const Late = lazy(() => import('./Late.js'));
    export default function Screen() {
      const { token } = useSession();
      const [isOpen, setOpen] = useState(false);
      return h('section', { className: 'stock' },
        h('h1', null, 'Built by ${tool}'),
        h('p', null, token ? 'Signed in' : 'Signed out'),
        h('button', { onClick: () => setOpen(true) }, 'More'),
        isOpen && h(Suspense, { fallback: null }, h(Late)));
    }`,
  'Late.js': `
    import { createElement as h } from 'react';
    import './late.css';
    export default () => h('p', { className: 'late' }, 'Late part by ${tool}');`,
  'screen.css': '.stock { padding: 8rem 2rem; }',
  'late.css': '.late { padding-top: 2rem; }',
  'index.js': '',
  'screens.js': `export default { ${screens.map((it) => `${it}: { load: () => import('./${it}.js') }`)} };`,
  // A manifest names each file once.
  ...Object.fromEntries(
    screens.map((name) => {
      const fault = planted[name];
      const its = 'const its = { default:()=>Own };';
      const exposed = fault ? withFault(its, fault) : its;
      const own = "import Screen from './Screen.js'; const Own = (props) => Screen(props);";
      return [`${name}.js`, `${own} ${exposed} export default its.default();`];
    }),
  ),
});

/** New for each build, since a build changes them. */
const options = () => ({
  name: 'tracking',
  filename: 'remoteEntry.js',
  exposes: Object.fromEntries(screens.map((name) => [`./${name}`, `./${name}.js`])),
  shared: {
    react: { singleton: true },
    '@kargo/shared-runtime/session': { singleton: true, import: false as const },
  },
  manifest: true,
  dts: false,
});

const builders = {
  Rspack: (context: string) =>
    buildByRspack({
      context,
      entry: './index.js',
      output: { path: join(context, 'dist'), publicPath: 'auto', uniqueName: 'tracking' },
      module: { rules: [{ test: /\.css$/, type: 'css/auto' }] },
      plugins: [new ModuleFederationPlugin(options())],
    }),

  async Vite(context: string): Promise<void> {
    await buildByVite({
      root: context,
      configFile: false,
      logLevel: 'error',
      plugins: [federation(options())],
      build: { target: 'esnext', rolldownOptions: { input: join(context, 'index.js') } },
    });
    // Vite sets it, and later tests' programs must not inherit it.
    delete process.env.NODE_ENV;
  },
};

async function buildByRspack(configuration: Configuration): Promise<void> {
  const stats = await promisify<Configuration, Stats | undefined>(rspack)({
    mode: 'production',
    infrastructureLogging: { level: 'error' },
    ...configuration,
  });
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
}

/** Builds the screens again, to render pages from them. */
const buildForNode = (context: string) =>
  buildByRspack({
    context,
    target: 'node',
    entry: './screens.js',
    output: {
      path: join(context, 'dist/node'),
      filename: 'screens.cjs',
      library: { type: 'commonjs2' },
    },
    externalsType: 'commonjs',
    externals: ['react', '@kargo/shared-runtime/session'],
    module: {
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [{ test: /\.css$/, type: 'asset/source' }],
    },
  });

export type Tool = keyof typeof builders;

/**
 * Builds a release of marketing in this folder, and returns the folder to publish.
 *
 * @param planted by screen, code that runs when the screen is shown
 * @param isRendered whether pages have the HTML of its screens
 */
export async function buildStock(
  tool: Tool,
  folder: string,
  planted: Readonly<Record<string, string>> = {},
  isRendered = false,
): Promise<string> {
  const context = join(folder, tool);
  await mkdir(context);
  for (const [name, content] of Object.entries(sources(tool, planted)))
    await writeFile(join(context, name), content);
  await writeFile(join(context, 'package.json'), '{ "name": "tracking", "version": "1.0.0" }');
  for (const name of ['react', 'react-dom', '@kargo/shared-runtime']) {
    await mkdir(join(context, 'node_modules', dirname(name)), { recursive: true });
    await symlink(join(root, 'shell/node_modules', name), join(context, 'node_modules', name));
  }
  const kargo = {
    app: 'marketing',
    screens: Object.fromEntries(screens.map((name) => [name, { title: `${name} by ${tool}` }])),
    calls: [],
  };
  await writeFile(join(context, 'kargo.json'), JSON.stringify(kargo));
  await builders[tool](context);
  if (isRendered) await buildForNode(context);
  return join(context, 'dist');
}
