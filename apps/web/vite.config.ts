import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { awaitGateway } from './build/await-gateway.js';
import { precompress } from './build/precompress.js';
import { preloadFont } from './build/preload-font.js';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

/** Modules that several pages of the admin area use, and no page for visitors. */
const sharedByAdminPages = new RegExp(
  [
    'web/src/components/(lists/|ui/dialog-form)',
    'web/src/lib/(list-page|use-debounced|audience-paths)',
    'web/src/lib/api/audience',
    'contracts/src/(audience|lists)/',
    'contracts/src/(access/blocks|session/administrator|instant)\\.ts',
    'zod/.*/mini/(coerce|iso)\\.',
    'react-query/.*[iI]nfiniteQuery',
    'lucide-react/.*/(refresh-cw|users-round)\\.',
  ].join('|'),
);

/**
 * Returns the files to preload with a part. The page has loaded the runtime already. A file alone needs no preload. The
 * admin area loads its files itself: the first load of visitors would list their names.
 */
function preloadedParts(parts: readonly string[]): string[] {
  const needed = parts.filter((part) => !part.includes('rolldown-runtime'));
  return needed.length === 1 || needed.some((part) => /admin-area|version-player/.test(part)) ? [] : needed;
}

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
      resolveDependencies: (_file, parts) => preloadedParts(parts),
    },
    // Contracts have no side effects, so files without used exports can be dropped.
    rolldownOptions: {
      // One file for the first load: it compresses better than several that later parts share.
      output: {
        // The first load lists the names of later parts, which do not compress.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            // One file for what only pages of the admin area share: the first load lists the names of files.
            { name: 'admin-lists', includeDependenciesRecursively: false, test: sharedByAdminPages },
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
