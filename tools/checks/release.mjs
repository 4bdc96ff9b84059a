import { parseArgs } from 'node:util';
import { release } from './release/release.mjs';
import { ReleaseError } from './release/versions.mjs';
import { nx, runStep } from './runner/commands.mjs';
import { root } from './runner/specs.mjs';

const USAGE = `Usage: npm run release -- <version> [--dry-run] [--no-test]

  --dry-run   print the changes without making them
  --no-test   skip the tests`;

/** Builds the workspace and returns the parts of the build that the snapshot contains. */
async function describeBuild() {
  if (!(await runStep('builds', [...nx, '-t', 'build']))) throw new ReleaseError('The build failed.');
  // Imported after the build, because these modules import built files.
  const { migratedSchemas } = await import('./release/migrated-schemas.mjs');
  const { publicNames } = await import('./release/public-names.mjs');
  return { names: publicNames(root), schemas: await migratedSchemas(root) };
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, 'no-test': { type: 'boolean' } },
  });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1) throw new ReleaseError(USAGE);
  await release(root, {
    version,
    date: new Date().toISOString().slice(0, 10),
    dryRun: values['dry-run'] ?? false,
    test: async () => values['no-test'] || runStep('all tests', ['npm', 'test']),
    describeBuild,
    log: console.log,
  });
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  if (!(error instanceof ReleaseError) && !isUsage) throw error;
  console.error(isUsage ? `${error.message}\n\n${USAGE}` : error.message);
  process.exitCode = 1;
}
