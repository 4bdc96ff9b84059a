import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'index.js');
/** @param close source of the code that the program runs before it ends */
const programThat = (close: string) => `
import { readSync } from 'node:fs';
import { createLogger, onShutdown } from ${JSON.stringify(built)};
const logger = createLogger({ service: 'test', level: 'info' });
onShutdown(async () => { ${close} }, logger);
logger.info('up');
setInterval(() => undefined, 1000);`;

/** Starts a program and resolves once its first line was read. */
async function startProgram(close = "logger.info('closed');") {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', programThat(close)], {
    env: { PATH },
    stdio: ['pipe', 'pipe', 'ignore'],
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

it('ends a process after the reader of its output has closed the pipe', async () => {
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

it('ends a process when the reader closes the pipe during a write', async () => {
  // Blocks until the reader has closed the pipe, so the write counts as unfinished when the next line comes.
  const { child } = await startProgram(
    "logger.flush(); readSync(0, Buffer.alloc(1)); logger.info('closed');",
  );
  try {
    const lines = once(child.stdout, 'data');
    child.kill('SIGTERM');
    await lines;
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.end('\n');
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
