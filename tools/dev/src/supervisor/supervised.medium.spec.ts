import type { Program } from '../system/program.js';
import { until } from '../system/until.js';
import { Supervised } from './supervised.js';

describe('a supervised program', () => {
  const started: Supervised[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop(1_000);
  });

  function supervise(script: string, ready: Program['ready']) {
    const seen = { pids: [] as number[], ends: [] as string[], printed: '' };
    const member = new Supervised(
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

  it('is started again when it ends, and not once it is to stop', async () => {
    const { member, seen } = supervise('setInterval(() => {}, 1000)', async () => undefined);
    await member.start();
    process.kill(seen.pids[0] ?? 0, 'SIGKILL');
    await until(() => seen.pids.length === 2);
    expect(seen.ends).toEqual(['signal SIGKILL']);
    await member.stop();
    expect(seen.pids).toHaveLength(2);
    expect(seen.ends).toHaveLength(1);
  });

  it('is given up when it keeps ending before it serves', async () => {
    const { member, seen } = supervise('process.exit(3)', (_pid, gone) => untilGone(gone));
    await expect(member.start()).rejects.toThrow('thing does not start (exit code 3)');
    expect(seen.pids).toHaveLength(5);
  });

  it('is given up when it runs and does not serve in time', async () => {
    const { member, seen } = supervise('setInterval(() => {}, 1000)', async () => {
      throw new Error('Waited in vain');
    });
    await expect(member.start()).rejects.toThrow('Waited in vain');
    expect(seen.pids).toHaveLength(1);
  });

  it('is ended the hard way when it does not listen', async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')";
    const { member, seen } = supervise(script, async () => undefined);
    await member.start();
    await until(() => seen.printed.includes('deaf'));
    await member.stop(100);
    expect(() => process.kill(seen.pids[0] ?? 0, 0)).toThrow('ESRCH');
  });
});
