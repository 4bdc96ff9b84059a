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
    modulePreload: {
      // Older browsers only load such files later.
      polyfill: false,
      // The page has loaded the runtime already.
      resolveDependencies: (_file, parts) => parts.filter((part) => !part.includes('rolldown-runtime')),
    },
    // Contracts have no side effects, so files without used exports can be dropped.
    rolldownOptions: {
      // One file for the first load: it compresses better than several that later parts share.
      output: {
        // The first load lists the names of later parts, which do not compress. Six characters allow 64 parts.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            // Small modules that several later parts share: one file instead of one each.
            { name: 'icons', test: /lucide-react[\\/]/, minShareCount: 2 },
            { name: 'ui', test: /components[\\/]ui[\\/](dialog|notice|progress-bar)\.tsx/, minShareCount: 2 },
            { name: 'lib', test: /web[\\/]src[\\/]lib[\\/](memory|retried|use-seconds)/, minShareCount: 2 },
            {
              name: 'lists',
              test: /infiniteQueryOptions|web[\\/]src[\\/]lib[\\/]list-page/,
              minShareCount: 2,
            },
            { name: 'contracts', test: /libs[\\/]contracts[\\/]/, minShareCount: 2 },
          ],
        },
      },
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
