import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRunState } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { startTestPortal, type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let dataDir: string;

test.beforeAll(async ({ files }) => {
  portal = await startTestPortal();
  dataDir = dirname(dirname(portal.logFile('gateway')));
  await publishTrailer(portal.url, { title: 'Perihelion', film: files.film('mp4', 3) });
});
test.afterAll(async () => {
  await portal?.dispose();
});

const portOf = (url = '') => Number(new URL(url).port);
const pidOf = (name: string) => {
  const pid = portal.pids()[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
};

test.describe('the media worker', () => {
  /**
   * Returns the ports of other programs that a process is connected to, by the sockets among its open files
   * (proc(5)).
   */
  function connectedPorts(pid: number): number[] {
    const sockets = openFiles(pid).flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []);
    return ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => sockets.includes(fields[9] ?? ''))
        .map((fields) => Number.parseInt(fields[2]?.split(':')[1] ?? '', 16)),
    );
  }
  const openFiles = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });

  test('gets no Redis address and no session secret, and is connected to neither Redis', () => {
    const state = readRunState(dataDir);
    const redis = [portOf(state?.redisUrl), portOf(state?.rpcRedisUrl)];
    const pid = pidOf('media-worker');
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(environment).toContain('MEDIA_ROLE=worker');
    expect(environment.filter((line) => /redis|SESSION_SECRET|UPLOAD_PASSWORD/i.test(line))).toEqual([]);
    for (const port of redis) expect(environment.join('\n')).not.toContain(`:${port}`);
    expect(connectedPorts(pid)).toContain(portOf(state?.databaseAdminUrl));
    expect(connectedPorts(pid).filter((port) => redis.includes(port))).toEqual([]);
    expect(openFiles(pid).filter((file) => /redis|secrets/.test(file))).toEqual([]);
    // The service that answers calls is connected, which shows that this test would detect it.
    expect(connectedPorts(pidOf('media-service'))).toContain(redis[1]);
  });

  test("has its own user where the portal runs as root, who can read no other process's files", () => {
    const { uid, gid } = statSync(`/proc/${pidOf('media-worker')}`);
    const own = process.getuid?.() ?? 0;
    if (own !== 0) return expect(uid).toBe(own);
    expect(
      ['supervisor', 'gateway', 'postgres'].map((name) => statSync(`/proc/${pidOf(name)}`).uid),
    ).not.toContain(uid);
    const kept = readdirSync(join(dataDir, 'secrets')).map((name) => join(dataDir, 'secrets', name));
    const others = Object.entries(portal.pids()).filter(([name]) => name !== 'media-worker');
    const closed = [
      ...kept,
      join(dataDir, 'run.json'),
      join(dataDir, 'redis/redis.conf'),
      join(dataDir, 'rpc-redis/redis.conf'),
      portal.logFile('gateway'),
      ...others.map(([, pid]) => `/proc/${pid}/environ`),
    ];
    expect(kept.length).toBeGreaterThan(4);
    const read = (file: string) => spawnSync('cat', [file], { uid, gid, encoding: 'utf8' }).stdout;
    expect(closed.filter((file) => read(file) !== '')).toEqual([]);
    expect(closed.filter((file) => readFileSync(file, 'utf8') === '')).toEqual([]);
  });
});

test.describe('an entered password', () => {
  const wrong = 'a guess that fails 4711';
  const next = 'the password after it 4712';

  const everyFile = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  /** Returns nothing for a file that has since been removed, such as one of a finished job. */
  function contentOf(file: string): Buffer {
    try {
      return readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }
  const filesWith = (text: string) => everyFile(dataDir).filter((file) => contentOf(file).includes(text));

  test('is in no file of the portal, neither while it runs nor afterwards', async () => {
    const idle = () => readdirSync(join(dataDir, 'work')).length === 0;
    await until(idle, { deadlineMs: 120_000, what: 'the worker to be done' });
    const viewer = await enterAsViewer(portal.url);
    const uploader = await enterAsUploader(portal.url);
    const guess = await viewer.post('/api/auth/upload-password', { password: wrong });
    const change = await uploader.post('/api/auth/change-upload-password', {
      currentPassword: UPLOAD_PASSWORD,
      newPassword: next,
    });
    const entered = await viewer.post('/api/auth/upload-password', { password: next });
    expect([guess.status, change.status, entered.status]).toEqual([401, 200, 200]);
    // Sessions are found, so this is where their server writes.
    expect(filesWith('portal:session').length).toBeGreaterThan(0);
    const passwords = [wrong, UPLOAD_PASSWORD, next];
    expect(passwords.flatMap(filesWith)).toEqual([]);
    await portal.stop();
    expect(passwords.flatMap(filesWith)).toEqual([]);
  });
});
