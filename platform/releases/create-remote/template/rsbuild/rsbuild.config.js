import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

const ofSite = { singleton: true, import: false };

export default defineConfig({
  output: { assetPrefix: 'auto' },
  plugins: [
    pluginReact(),
    pluginModuleFederation({
      name: '__name__',
      exposes: { './__Screen__': './src/screens/__Screen__.jsx' },
      shared: { react: { ...ofSite }, '@kargo/shared-runtime/session': { ...ofSite } },
      dts: false,
    }),
  ],
});
