import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { escapePattern } from './select-specs.mjs';
import { needsPortal, root } from './specs.mjs';

/** Timeout of one step, in milliseconds, so a hanging run ends and reports its step. */
const STEP_MS = 40 * 60_000;

export const nx = ['npx', 'nx', 'run-many', '--outputStyle=static'];

/** Disables `.env`, because tests start portals with specific settings. */
const nxEnv = { NX_TUI: 'false', NX_LOAD_DOT_ENV_FILES: 'false' };

/** Flags of Node for Jest, as in the scripts of the projects. A larger young generation needs less garbage collection. */
const JEST_NODE_OPTIONS = '--experimental-vm-modules --max-semi-space-size=64';

/**
 * Runs one command of a run and prints its duration.
 *
 * @param {string} title
 * @param {string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStep(title, [program = '', ...args], options = {}) {
  console.log(`\n=== ${title}`);
  const started = Date.now();
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    stdio: 'inherit',
    timeout: STEP_MS,
    env: { ...process.env, ...nxEnv, ...options.env },
  });
  const [code, signal] = await once(child, 'exit');
  const seconds = Math.round((Date.now() - started) / 1000);
  const result = signal ? `FAILED by ${signal}` : code === 0 ? 'passed' : 'FAILED';
  console.log(`=== ${title}: ${result} in ${seconds} s`);
  return code === 0;
}

/**
 * Runs tests of one kind in one project, as the project's script of that name does.
 *
 * @param {string} project folder of the project, relative to the workspace or absolute
 * @param {import('./specs.mjs').Kind} kind
 * @param {{ paths?: string[], testName?: string | undefined }} [selection] specs to run, and text in the names of tests
 */
export function runTests(project, kind, { paths = [], testName } = {}) {
  const title = `${kind} tests of ${project}`;
  const files = paths.map((path) => resolve(root, path));
  const name = testName === undefined ? [] : [escapePattern(testName)];
  const cwd = resolve(root, project);
  if (needsPortal(kind)) {
    const patterns = files.map((file) => `${escapePattern(file)}$`);
    const args = [
      'test',
      `--project=${kind}*`,
      '--pass-with-no-tests',
      ...name.flatMap((text) => ['-g', text]),
    ];
    return runStep(title, [join(root, 'node_modules/.bin/playwright'), ...args, ...patterns], { cwd });
  }
  const args = [
    ...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
    ...name.flatMap((text) => ['-t', text]),
  ];
  return runStep(title, [join(root, 'node_modules/.bin/jest'), ...args], {
    cwd,
    env: { TEST_KIND: kind, NODE_OPTIONS: JEST_NODE_OPTIONS },
  });
}
