import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'index.js');
const program = `
import { createLogger, onShutdown } from ${JSON.stringify(built)};
const logger = createLogger({ service: 'test', level: 'info' });
onShutdown(async () => logger.info('closed'), logger);
logger.info('up');
setInterval(() => undefined, 1000);`;

/** Starts the program and resolves once its first line was read. */
async function startProgram() {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child.stdout, 'data');
  return { child, output: () => output };
}

it('ends a process on SIGTERM, and writes its last lines', async () => {
  const { child, output } = await startProgram();
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  expect(output()).toContain('closed');
});

it('ends a process whose lines nobody reads any more', async () => {
  const { child } = await startProgram();
  try {
    child.stdout.destroy();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
