import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { until } from '@secure-preview/embedded';
import { guard } from './guard.js';
import { temporaryDir } from './test-server.js';

describe('the guard of a test server', () => {
  it('ends the server and removes its folder once the test process has exited', async () => {
    const dir = temporaryDir('guarded');
    const server = spawn('sleep', ['600'], { stdio: 'ignore' });
    const exited = new Promise((resolve) => server.once('exit', (_code, signal) => resolve(signal)));
    // Any message other than "release" makes the guard treat the closed pipe as the death of this process.
    const release = guard(server.pid ?? 0, 'KILL', dir, 'exited');
    release();
    await expect(exited).resolves.toBe('SIGKILL');
    await until(() => !existsSync(dir));
  });

  it('does not end a released server', async () => {
    const dir = temporaryDir('guarded');
    const server = spawn('sleep', ['600'], { stdio: 'ignore' });
    await guard(server.pid ?? 0, 'KILL', dir)();
    expect(existsSync(dir)).toBe(true);
    expect(server.exitCode ?? server.signalCode).toBeNull();
    server.kill('SIGKILL');
    rmSync(dir, { recursive: true });
  });
});
