import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appOf, migratedServices, serviceNames } from '../supervisor/services.js';

const fakeApp = new URL('./fake-app.mjs', import.meta.url).href;

/** Creates a folder of built applications, like `apps`, with a fake for every service. */
export function writeFakeApps(dir: string): string {
  for (const name of new Set(serviceNames.map(appOf))) {
    mkdirSync(join(dir, name, 'dist', 'bundle', 'database'), { recursive: true });
    writeFileSync(join(dir, name, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(dir, name, 'dist', 'bundle', 'main.js'),
      `import { serve } from '${fakeApp}';\nserve('${name}');\n`,
    );
    writeFileSync(
      join(dir, name, 'dist', 'bundle', 'check-settings.js'),
      'export const checkSettings = () => [];\n',
    );
  }
  for (const name of migratedServices) {
    const script = `import { migrate } from '${fakeApp}';\nawait migrate('${name}');\n`;
    writeFileSync(join(dir, name, 'dist', 'bundle', 'database', 'migrate.js'), script);
  }
  return dir;
}

/** The built starter, run as a child process in tests. */
export const starter = fileURLToPath(new URL('../../dist/start.js', import.meta.url));
