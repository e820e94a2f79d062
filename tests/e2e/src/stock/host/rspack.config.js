import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rspack/cli';
import { rspack } from '@rspack/core';

// A host of another site: all that remotes take from Kargo's shell comes from it instead.

const { KARGO_SITE, AUTH_URL = '' } = process.env;

const eager = { singleton: true, eager: true };
const ofKargo = [
  'configuration',
  'layout',
  'loading',
  'router',
  'session',
  'api-client',
  'identity',
  'session-actions',
  'ui-overlays',
];

export default defineConfig({
  entry: { main: './index.js' },
  output: { publicPath: '/' },
  target: ['browserslist:last 2 versions, > 0.2%, not dead, Firefox ESR'],
  // Otherwise parts compile only when requested, and come by hot reload.
  lazyCompilation: false,
  devServer: {
    hot: false,
    client: false,
    historyApiFallback: true,
    proxy: [{ context: ['/releases', '/api'], target: KARGO_SITE, changeOrigin: true }],
  },
  plugins: [
    new rspack.HtmlRspackPlugin({
      template: './index.html',
      templateParameters: { authUrl: AUTH_URL },
    }),
    new ModuleFederationPlugin({
      name: 'host',
      remotes: {},
      shared: {
        react: eager,
        'react-dom': eager,
        jotai: eager,
        ...Object.fromEntries(ofKargo.map((name) => [`@kargo/shared-runtime/${name}`, eager])),
      },
      // Remotes of Kargo bring no runtime of their own.
      experiments: { provideExternalRuntime: true },
      dts: false,
    }),
  ],
});
