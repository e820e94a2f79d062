import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rspack/cli';

const ofSite = { singleton: true, import: false };

export default defineConfig({
  entry: {
    main: './src/index.js',
  },
  output: { publicPath: 'auto', uniqueName: '__name__', clean: true },
  target: ['browserslist:last 2 versions, > 0.2%, not dead, Firefox ESR'],
  resolve: {
    extensions: ['...', '.jsx'],
  },
  module: {
    rules: [
      {
        test: /\.svg$/,
        type: 'asset',
      },
      {
        test: /\.css$/,
        type: 'css/auto',
      },
      {
        test: /\.(?:js|jsx|mjs|cjs)$/,
        use: [
          {
            loader: 'builtin:swc-loader',
            options: {
              detectSyntax: 'auto',
              jsc: { transform: { react: { runtime: 'automatic' } } },
            },
          },
        ],
      },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name: '__name__',
      exposes: { './__Screen__': './src/screens/__Screen__.jsx' },
      shared: { react: { ...ofSite }, '@kargo/shared-runtime/session': { ...ofSite } },
      manifest: true,
      dts: false,
    }),
  ],
});
