import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../system/program.js';
import { until } from '../system/until.js';
import { ManagedProcess } from './managed-process.js';

describe('ManagedProcess', () => {
  const started: ManagedProcess[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop(1_000);
  });

  function supervise(script: string, ready: Program['ready']) {
    const seen = { pids: [] as number[], ends: [] as string[], printed: '' };
    const member = new ManagedProcess(
      {
        name: 'thing',
        command: process.execPath,
        args: ['-e', script],
        env: { PATH: process.env['PATH'] },
        cwd: '/',
        stopSignal: 'SIGTERM',
        ready,
      },
      {
        output: (chunk) => {
          seen.printed += chunk.toString();
        },
        spawned: ({ pid }) => seen.pids.push(pid),
        ended: (how) => seen.ends.push(how),
      },
    );
    started.push(member);
    return { member, seen };
  }
  const untilGone = (gone: AbortSignal) =>
    new Promise<void>((_resolve, reject) => gone.addEventListener('abort', () => reject(gone.reason)));

  it('starts the program again when it ends, but not after a stop', async () => {
    const { member, seen } = supervise('setInterval(() => {}, 1000)', async () => undefined);
    await member.start();
    process.kill(seen.pids[0] ?? 0, 'SIGKILL');
    await until(() => seen.pids.length === 2);
    expect(seen.ends).toEqual(['signal SIGKILL']);
    await member.stop();
    expect(seen.pids).toHaveLength(2);
    expect(seen.ends).toHaveLength(1);
  });

  it('restarts the program at once, without counting that as a failure', async () => {
    const { member, seen } = supervise('setInterval(() => {}, 1000)', async () => undefined);
    await member.start();
    await member.restart(1_000);
    await member.restart(1_000);
    expect(new Set(seen.pids).size).toBe(3);
    expect(seen.ends).toEqual([]);
  });

  it('resolves a restart when the new start fails, without waiting for the next try', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'restart-'));
    const script = `if (require('node:fs').existsSync('${dir}/broken')) process.exit(3); setInterval(() => {}, 1000)`;
    const ready: Program['ready'] = async (pid, gone) => {
      await until(() => !existsSync(join(dir, 'broken')) && process.kill(pid, 0), { signal: gone });
    };
    const { member, seen } = supervise(script, ready);
    await member.start();
    writeFileSync(join(dir, 'broken'), '');
    await member.restart(1_000);
    expect(seen.ends).toEqual(['exit code 3']);
    rmSync(dir, { recursive: true });
    await member.restart(1_000);
    expect(() => process.kill(seen.pids.at(-1) ?? 0, 0)).not.toThrow();
  });

  it('gives up when the program keeps ending before it serves', async () => {
    const { member, seen } = supervise('process.exit(3)', (_pid, gone) => untilGone(gone));
    await expect(member.start()).rejects.toThrow('thing does not start (exit code 3)');
    expect(seen.pids).toHaveLength(5);
  });

  it('gives up when the program runs but does not serve in time', async () => {
    const { member, seen } = supervise('setInterval(() => {}, 1000)', async () => {
      throw new Error('Waited in vain');
    });
    await expect(member.start()).rejects.toThrow('Waited in vain');
    expect(seen.pids).toHaveLength(1);
  });

  it('kills a program that ignores the stop signal', async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')";
    const { member, seen } = supervise(script, async () => undefined);
    await member.start();
    await until(() => seen.printed.includes('deaf'));
    await member.stop(100);
    expect(() => process.kill(seen.pids[0] ?? 0, 0)).toThrow('ESRCH');
  });
});
