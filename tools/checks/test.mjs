import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const nx = ['npx', 'nx', 'run-many', '--outputStyle=static'];

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
function counts() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const project of projects) {
    for (const kind of ['unit', 'medium', 'e2e']) {
      const file = join(project, 'test-results', `${kind}.json`);
      if (!existsSync(file)) continue;
      const found = JSON.parse(readFileSync(file, 'utf8'));
      for (const key of Object.keys(sum)) sum[key] += found[key];
    }
  }
  return sum;
}

for (const project of projects) rmSync(join(project, 'test-results'), { recursive: true, force: true });
const started = Date.now();
let failedStep;
for (const [title, [command, ...args]] of steps) {
  console.log(`\n=== ${title}`);
  const from = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_TUI: 'false' },
  });
  console.log(
    `=== ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - from) / 1000)} s`,
  );
  if (status !== 0) {
    failedStep = title;
    break;
  }
}
const { passed, failed, skipped } = counts();
console.log(
  `\nAll of it took ${Math.round((Date.now() - started) / 1000)} s${failedStep ? `; stopped at: ${failedStep}` : ''}`,
);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failedStep || failed > 0 || passed === 0 ? 1 : 0;
