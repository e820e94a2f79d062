import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const ofSite = { singleton: true, import: false };

export default defineConfig({
  plugins: [
    react(),
    federation({
      name: '__name__',
      exposes: { './__Screen__': './src/screens/__Screen__.jsx' },
      shared: { react: { ...ofSite }, '@kargo/shared-runtime/session': { ...ofSite } },
      manifest: true,
      dts: false,
    }),
  ],
  build: { target: 'esnext', rolldownOptions: { input: 'src/index.js' } },
});
