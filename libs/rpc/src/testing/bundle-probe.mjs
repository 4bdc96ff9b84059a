import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Folder of the bundles. It can be deleted at any time. */
const PROGRAMS = fileURLToPath(new URL('../../../../.cache/test-programs', import.meta.url));

// Bundles the probe service with its packages from the sources, and prints the path of the result.
const bundle = await rolldown({
  input: fileURLToPath(new URL('./probe.process.ts', import.meta.url)),
  platform: 'node',
  resolve: { conditionNames: ['@secure-preview/source', 'import', 'node'] },
  // Nest imports optional packages, such as clients of other brokers, only when they are used.
  onLog(level, log, print) {
    const isOptional = log.code === 'UNRESOLVED_IMPORT' && log.message.includes('node_modules/');
    if (!isOptional) print(level === 'warn' ? 'error' : level, log);
  },
});
const { output } = await bundle.generate({ keepNames: true, codeSplitting: false });
const [{ code }] = output;
const path = `${PROGRAMS}/probe-${createHash('sha256').update(code).digest('hex').slice(0, 32)}.mjs`;
if (!existsSync(path)) {
  await mkdir(PROGRAMS, { recursive: true });
  const draft = `${PROGRAMS}/${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, path);
}
process.stdout.write(path);
