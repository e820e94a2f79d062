import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const ofSite = { singleton: true, import: false };

export default {
  entry: './src/index.js',
  output: { publicPath: 'auto', uniqueName: '__name__', clean: true },
  resolve: {
    extensions: ['...', '.jsx'],
  },
  module: {
    rules: [
      {
        test: /\.css$/,
        use: [MiniCssExtractPlugin.loader, 'css-loader'],
      },
      {
        test: /\.jsx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'ecmascript', jsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
    ],
  },
  plugins: [
    new MiniCssExtractPlugin(),
    new ModuleFederationPlugin({
      name: '__name__',
      exposes: { './__Screen__': './src/screens/__Screen__.jsx' },
      shared: { react: { ...ofSite }, '@kargo/shared-runtime/session': { ...ofSite } },
      manifest: true,
      dts: false,
    }),
  ],
};
