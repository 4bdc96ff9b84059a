import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@secure-preview/testing';
import { OutputLimitError, ProgramError, ProgramTimeoutError, runProgram } from './run-program.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-program-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function run(
  program: string,
  args: string[],
  more: { timeoutMs?: number; signal?: AbortSignal; maxPrinted?: number } = {},
) {
  const lines: string[] = [];
  const done = runProgram(program, args, {
    dir,
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    onLine: (line) => lines.push(line),
    ...more,
  });
  return { lines, done };
}

/** A shell that starts a child program and prints its process id. */
const parent = ['-c', 'sleep 600 & echo $!; wait'];
const isGone = (pid: string | undefined) => !existsSync(`/proc/${pid}`);

it('gives a program a minimal environment', async () => {
  process.env['A_SECRET'] = 'secret';
  const { lines, done } = run('env', []);
  await done;
  delete process.env['A_SECRET'];
  const names = lines.map((line) => line.split('=')[0] ?? '');
  const allowed = ['PATH', 'HOME', 'TMPDIR', 'LC_ALL', 'LD_LIBRARY_PATH', 'MALLOC_ARENA_MAX'];
  const shellVariables = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  expect(names.filter((name) => ![...allowed, ...shellVariables].includes(name))).toEqual([]);
  expect(lines).toContain(`HOME=${dir}`);
});

it('makes the kernel end the program first when memory runs out', async () => {
  const { lines, done } = run('cat', ['/proc/self/oom_score_adj']);
  await done;
  expect(lines).toEqual(['800']);
});

it('reports how a program ended and the end of its error output', async () => {
  const { done } = run('sh', ['-c', 'echo oh no >&2; exit 7']);
  await expect(done).rejects.toMatchObject({ exitCode: 7, output: 'oh no\n' });
  await expect(run('/no/such/program', []).done).rejects.toBeInstanceOf(ProgramError);
});

it.each([
  ['failed', 'exit 1', true],
  ['crashed', 'kill -SEGV $$', true],
  ['was killed', 'kill -KILL $$', false],
  ['could not be started', 'exit 127', false],
])('reports whether the input is the cause when a program %s', async (_how, script, isCausedByInput) => {
  await expect(run('sh', ['-c', script]).done).rejects.toMatchObject({ isCausedByInput });
});

it('ends a program that takes too long, with all its children', async () => {
  const { lines, done } = run('sh', parent, { timeoutMs: 500 });
  await expect(done).rejects.toBeInstanceOf(ProgramTimeoutError);
  await until(() => isGone(lines[0]), { what: 'the program to end' });
});

it('ends a program that prints endlessly, even in a single line', async () => {
  const { lines, done } = run('cat', ['/dev/zero'], { maxPrinted: 1e6 });
  await expect(done).rejects.toBeInstanceOf(OutputLimitError);
  expect(lines.join('').length).toBeLessThan(3e6);
  await run('echo', ['enough'], { maxPrinted: 7 }).done;
});

it('ends a program when the signal aborts', async () => {
  const controller = new AbortController();
  const { lines, done } = run('sh', parent, { signal: controller.signal });
  await until(() => lines.length === 1, { what: 'the program to begin' });
  controller.abort(new Error('enough'));
  await expect(done).rejects.toThrow('enough');
  await until(() => isGone(lines[0]), { what: 'the program to end' });
});
