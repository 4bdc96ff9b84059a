import { text } from 'node:stream/consumers';
import { runInProcess } from './run-in-process.js';

describe('a command in the test process', () => {
  it('has its own variables and standard streams', async () => {
    const outcome = await runInProcess(
      async () => {
        process.stdout.write(`${await text(process.stdin)} ${Object.keys(process.env).join()}`);
        process.stderr.write('a message');
        return 3;
      },
      { NAME: 'value' },
      Buffer.from('input'),
    );
    expect(outcome).toEqual({ code: 3, stdout: Buffer.from('input NAME'), stderr: 'a message' });
  });

  it('restores the variables and streams of the process, even after a failure', async () => {
    const { env, stdin, stdout, stderr } = process;
    await expect(runInProcess(() => Promise.reject(new Error('no')), {})).rejects.toThrow('no');
    expect(process.env).toBe(env);
    expect([process.stdin === stdin, process.stdout === stdout, process.stderr === stderr]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
