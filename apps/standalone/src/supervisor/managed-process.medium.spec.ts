import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, until } from '@secure-preview/embedded';
import { ManagedProcess } from './managed-process.js';

describe('ManagedProcess', () => {
  const started: ManagedProcess[] = [];
  afterEach(async () => {
    for (const managed of started.splice(0)) await managed.stop(1_000);
  });

  function supervise(script: string, ready: Program['ready']) {
    const events = { pids: [] as number[], ends: [] as string[], printed: '' };
    const managed = new ManagedProcess(
      {
        name: 'test program',
        command: process.execPath,
        args: ['-e', script],
        env: { PATH: process.env['PATH'] },
        cwd: '/',
        stopSignal: 'SIGTERM',
        ready,
      },
      {
        output: (chunk) => {
          events.printed += chunk.toString();
        },
        spawned: ({ pid }) => events.pids.push(pid),
        ended: (how) => events.ends.push(how),
      },
    );
    started.push(managed);
    return { managed, events };
  }
  const untilExit = (exitSignal: AbortSignal) =>
    new Promise<void>((_resolve, reject) =>
      exitSignal.addEventListener('abort', () => reject(exitSignal.reason)),
    );

  it('starts the program again when it ends, but not after a stop', async () => {
    const { managed, events } = supervise('setInterval(() => {}, 1000)', async () => undefined);
    await managed.start();
    process.kill(events.pids[0] ?? 0, 'SIGKILL');
    await until(() => events.pids.length === 2);
    expect(events.ends).toEqual(['signal SIGKILL']);
    await managed.stop();
    expect(events.pids).toHaveLength(2);
    expect(events.ends).toHaveLength(1);
  });

  it('restarts the program at once, without counting a failure', async () => {
    const { managed, events } = supervise('setInterval(() => {}, 1000)', async () => undefined);
    await managed.start();
    await managed.restart(1_000);
    await managed.restart(1_000);
    expect(new Set(events.pids).size).toBe(3);
    expect(events.ends).toEqual([]);
  });

  it('resolves a restart when the new start fails, before the next attempt', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'restart-'));
    const script = `if (require('node:fs').existsSync('${dir}/broken')) process.exit(3); setInterval(() => {}, 1000)`;
    const ready: Program['ready'] = async (pid, exitSignal) => {
      await until(() => !existsSync(join(dir, 'broken')) && process.kill(pid, 0), { signal: exitSignal });
    };
    const { managed, events } = supervise(script, ready);
    await managed.start();
    writeFileSync(join(dir, 'broken'), '');
    await managed.restart(1_000);
    expect(events.ends).toEqual(['exit code 3']);
    rmSync(dir, { recursive: true });
    await managed.restart(1_000);
    expect(() => process.kill(events.pids.at(-1) ?? 0, 0)).not.toThrow();
  });

  it('fails the start when the program repeatedly exits before it is ready', async () => {
    const { managed, events } = supervise('process.exit(3)', (_pid, exitSignal) => untilExit(exitSignal));
    await expect(managed.start()).rejects.toThrow('test program does not start (exit code 3)');
    expect(events.pids).toHaveLength(5);
  });

  it('fails the start when the program runs but is not ready in time', async () => {
    const { managed, events } = supervise('setInterval(() => {}, 1000)', async () => {
      throw new Error('Not ready in time');
    });
    await expect(managed.start()).rejects.toThrow('Not ready in time');
    expect(events.pids).toHaveLength(1);
  });

  it('kills a program that ignores the stop signal', async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')";
    const { managed, events } = supervise(script, async () => undefined);
    await managed.start();
    await until(() => events.printed.includes('deaf'));
    await managed.stop(100);
    expect(() => process.kill(events.pids[0] ?? 0, 0)).toThrow('ESRCH');
  });
});
