import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { awaitGateway } from './build/await-gateway.js';
import { precompress } from './build/precompress.js';
import { preloadFont } from './build/preload-font.js';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), precompress(), awaitGateway(gateway)],
  resolve: {
    conditions: ['@secure-preview/source', 'module', 'browser', 'development|production'],
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Older browsers only load such files later.
    modulePreload: { polyfill: false },
    // Contracts have no side effects, so files without used exports can be dropped.
    rolldownOptions: {
      // One file for the first load: it compresses better than several that later parts share.
      output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } },
      treeshake: { moduleSideEffects: [{ test: /libs[\\/]contracts[\\/]/, sideEffects: false }] },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: { '/api': { target: gateway, changeOrigin: false } },
    // Serves only sources, because the checkout also contains data folders with secrets.
    fs: { allow: ['.', '../../libs', '../../node_modules'].map((dir) => resolve(import.meta.dirname, dir)) },
  },
});
