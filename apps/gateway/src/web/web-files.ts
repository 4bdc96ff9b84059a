import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayEnvironment } from '../environment.js';

/** Folder of the built web app. Its relative path is the same from `dist` and from `src`. */
export const builtWebApp = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * Returns the URL paths of the files that the built pages load; none if the web app is not built. In development,
 * Vite serves it.
 */
export function webFiles({
  WEB_DIST_DIR = builtWebApp,
}: Pick<GatewayEnvironment, 'WEB_DIST_DIR'>): ReadonlySet<string> {
  if (!existsSync(WEB_DIST_DIR)) return new Set();
  const files = readdirSync(WEB_DIST_DIR, { recursive: true, withFileTypes: true })
    // Pages do not load other pages. They request precompressed copies by the path of the original.
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => `/${relative(WEB_DIST_DIR, join(parentPath, name)).split(sep).join('/')}`);
  return new Set(files);
}
