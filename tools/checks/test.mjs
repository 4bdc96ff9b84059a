import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const nx = ['npx', 'nx', 'run-many', '--outputStyle=static'];

/** Longest time one step may take, in milliseconds: a run that hangs says where, before whoever waits for it gives up. */
const STEP_MS = 40 * 60_000;

/** What `npm test` runs, the quickest answer first. Medium and browser tests have the machine to themselves. */
const steps = [
  ['what the tests need', ['npm', 'run', '--silent', 'provision']],
  ['lint, boundaries, dead code', [...nx, '-t', 'lint', 'boundaries', 'dead-code']],
  ['types and unit tests', [...nx, '-t', 'typecheck', 'unit']],
  ['builds and their size', [...nx, '-t', 'build', 'budget']],
  ['tests on real servers', [...nx, '-t', 'medium', '--parallel=1']],
  ['the built portal in a browser', [...nx, '-t', 'e2e', '--parallel=1']],
];

const projects = ['apps', 'libs', 'tools']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
  .concat(join(root, 'e2e'));

/** Adds up what each project's last run of each kind of test left behind. */
function outcome() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const leftOpen = [];
  for (const project of projects) {
    for (const kind of ['unit', 'medium', 'e2e']) {
      const file = join(project, 'test-results', `${kind}.json`);
      if (!existsSync(file)) continue;
      const found = JSON.parse(readFileSync(file, 'utf8'));
      for (const key of Object.keys(sum)) sum[key] += found[key];
      failures.push(...found.failures);
      if (found.leftOpen) leftOpen.push(`${relative(root, project)} (${kind}): ${found.leftOpen.join(', ')}`);
    }
  }
  return { ...sum, failures, leftOpen };
}

for (const project of projects) rmSync(join(project, 'test-results'), { recursive: true, force: true });
const started = Date.now();
let failedStep;
for (const [title, [command, ...args]] of steps) {
  console.log(`\n=== ${title}`);
  const from = Date.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    timeout: STEP_MS,
    // Tests start portals with settings of their own, whatever a developer keeps in `.env`.
    env: { ...process.env, NX_TUI: 'false', NX_LOAD_DOT_ENV_FILES: 'false' },
  });
  if (error) console.log(`=== ${title}: ${error.code === 'ETIMEDOUT' ? 'took too long' : error.message}`);
  console.log(
    `=== ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - from) / 1000)} s`,
  );
  if (status !== 0) {
    failedStep = title;
    break;
  }
}
const { passed, failed, skipped, failures, leftOpen } = outcome();
for (const what of leftOpen) console.log(`\nLEFT OPEN ${what}`);
for (const { name, why } of failures) console.log(`\nFAILED ${relative(root, name)}\n${why}`);
console.log(
  `\nAll of it took ${Math.round((Date.now() - started) / 1000)} s${failedStep ? `; stopped at: ${failedStep}` : ''}`,
);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failedStep || failed > 0 || passed === 0 ? 1 : 0;
