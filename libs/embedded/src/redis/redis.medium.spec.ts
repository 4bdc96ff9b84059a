import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type RunningProgram, run } from '../system/program.js';
import { type EmbeddedRedis, embeddedRedis, type RedisPurpose } from './redis.js';

describe('the embedded Redis', () => {
  let dataDir: string;
  const started: RunningProgram[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  });
  afterEach(async () => {
    for (const program of started.splice(0)) await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(
    purpose: RedisPurpose = 'sessions',
  ): Promise<EmbeddedRedis & { running: RunningProgram }> {
    const redis = await embeddedRedis(dataDir, purpose, () => undefined);
    const running = await run(redis.program, () => undefined);
    started.push(running);
    await running.ready;
    return { ...redis, running };
  }
  async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: null, disconnectTimeout: 1 });
    client.on('error', () => undefined);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  it('stops a server of an earlier run, and serves the same data on the same port', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.set('key', 'value'));
    const second = await start();
    await expect(first.running.exited).resolves.toBe('exit code 0');
    expect(second.url).toBe(first.url);
    expect(await withClient(second.url, (client) => client.get('key'))).toBe('value');
  });

  it('keeps acknowledged data over a kill -9', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.set('key', 'value'));
    first.running.child.kill('SIGKILL');
    await first.running.exited;
    const second = await start();
    expect(await withClient(second.url, (client) => client.get('key'))).toBe('value');
  });

  it('writes no calls to disk, and separates them from sessions', async () => {
    const [calls, sessions] = [await start('calls'), await start()];
    expect(calls.url).not.toBe(sessions.url);
    const settings = await withClient(calls.url, (client) =>
      client.config('GET', 'appendonly', 'save', 'maxmemory-policy', 'maxmemory'),
    );
    expect(settings).toEqual(expect.arrayContaining(['no', '', 'noeviction', String(128 * 1024 * 1024)]));
    await withClient(calls.url, (client) => client.rpush('calls', 'a password'));
    await calls.running.stop();
    const files = readdirSync(join(dataDir, 'rpc-redis')).sort();
    expect(files).toEqual(['port', 'redis.conf']);
  });

  it('never evicts, persists its changes, requires a password, and keeps the password private', async () => {
    const { url, port } = await start();
    const settings = await withClient(url, (client) =>
      client.config('GET', 'maxmemory-policy', 'appendonly', 'bind'),
    );
    expect(settings).toEqual(expect.arrayContaining(['noeviction', 'yes', '127.0.0.1']));
    await expect(withClient(`redis://127.0.0.1:${port}`, (client) => client.get('x'))).rejects.toThrow(
      'NOAUTH',
    );
    expect(statSync(join(dataDir, 'redis', 'redis.conf')).mode & 0o777).toBe(0o600);
  });
});
