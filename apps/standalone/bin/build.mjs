import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Root of the checkout, with a trailing slash. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Lock that this process holds while it runs the build output. */
let lock;

/**
 * Builds stale projects among the named ones and their dependencies. Waits for a running build first. Skips the
 * build while another process of this checkout runs the build output.
 *
 * @param {string[]} projects project patterns of nx
 * @param {(line: string) => void} log
 */
export async function build(projects, log = console.log) {
  const { BuildLock } = await import('./build-lock.mjs');
  lock = new BuildLock(`${root}.cache/build`);
  lock.take((pid) => log(`      Waiting for another build of this checkout (process ${pid}) …`));
  const user = lock.user();
  if (user === undefined) await runNx(projects, log);
  else
    log(
      `      Process ${user} is running the build output of this checkout. Stop it first to build changes.`,
    );
  lock.use();
}

/** Builds with nx. Prints a line for each project built, and the whole output only if the build fails. */
async function runNx(projects, log) {
  const args = ['run-many', '-t', 'build', '--outputStyle=static', '-p', projects.join(',')];
  // Leaves no nx daemon running, and keeps the build independent of `.env`.
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NX_LOAD_DOT_ENV_FILES: 'false',
    NX_TUI: 'false',
    FORCE_COLOR: '0',
  };
  const nx = spawn(`${root}node_modules/.bin/nx`, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let rest = '';
  nx.stdout.on('data', (chunk) => {
    output += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const name = /^> nx run @secure-preview\/([\w-]+):build *$/.exec(line)?.[1];
      if (name) log(`      ${name}`);
    }
  });
  nx.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => nx.once('close', resolve));
  if (code !== 0) {
    console.error(failedTaskOutput(output));
    process.exit(1);
  }
}

/** Returns the output of the failed tasks; the whole output when nx lists no failed task. */
function failedTaskOutput(output) {
  const failed = [...output.matchAll(/^- (@secure-preview\/[\w-]+:build)$/gm)].map(([, task]) => task);
  const sections = output
    .split(/^(?=> nx run )/m)
    .filter((text) => failed.some((task) => text.startsWith(`> nx run ${task}`)));
  return sections.length > 0 ? sections.join('') : output;
}
