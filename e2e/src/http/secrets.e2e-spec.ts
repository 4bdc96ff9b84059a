import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRunState } from '@secure-preview/standalone';
import { until } from '@secure-preview/testing';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let dataDir: string;

// Stops the portal: among the specs that share it, this one runs last.
test.beforeAll(async ({ files, inspectedPortal }) => {
  portal = inspectedPortal;
  dataDir = dirname(dirname(portal.logFile('gateway')));
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
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

  test('gets no Redis URL and no session secret, and has no connection to Redis', () => {
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
    // The service that answers calls is connected, which shows that this test would detect a connection.
    expect(connectedPorts(pidOf('media-service'))).toContain(redis[1]);
  });

  test('has its own user if the portal runs as root, and that user cannot read files of other processes', () => {
    const { uid, gid } = statSync(`/proc/${pidOf('media-worker')}`);
    const currentUid = process.getuid?.() ?? 0;
    if (currentUid !== 0) return expect(uid).toBe(currentUid);
    expect(
      ['supervisor', 'gateway', 'postgres'].map((name) => statSync(`/proc/${pidOf(name)}`).uid),
    ).not.toContain(uid);
    const secretFiles = readdirSync(join(dataDir, 'secrets')).map((name) => join(dataDir, 'secrets', name));
    const otherProcesses = Object.entries(portal.pids()).filter(([name]) => name !== 'media-worker');
    const privateFiles = [
      ...secretFiles,
      join(dataDir, 'run.json'),
      join(dataDir, 'redis/redis.conf'),
      join(dataDir, 'rpc-redis/redis.conf'),
      portal.logFile('gateway'),
      ...otherProcesses.map(([, pid]) => `/proc/${pid}/environ`),
    ];
    expect(secretFiles.length).toBeGreaterThan(4);
    const read = (file: string) => spawnSync('cat', [file], { uid, gid, encoding: 'utf8' }).stdout;
    expect(privateFiles.filter((file) => read(file) !== '')).toEqual([]);
    expect(privateFiles.filter((file) => readFileSync(file, 'utf8') === '')).toEqual([]);
  });
});

test.describe('an entered password', () => {
  const wrongPassword = 'a guess that fails 4711';
  const newPassword = 'the password after it 4712';

  const filesIn = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  /** Returns the content of a file; empty if it has been removed, such as a file of a finished job. */
  function contentOf(file: string): Buffer {
    try {
      return readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }
  const filesWith = (text: string) => filesIn(dataDir).filter((file) => contentOf(file).includes(text));

  test('never appears in a file of the portal, while it runs or afterwards', async () => {
    const isIdle = () => readdirSync(join(dataDir, 'work')).length === 0;
    await until(isIdle, { deadlineMs: 120_000, what: 'the worker to be idle' });
    const viewer = await enterAsViewer(portal.url);
    const uploader = await enterAsUploader(portal.url);
    const guess = await viewer.post('/api/auth/upload-password', { password: wrongPassword });
    const change = await uploader.post('/api/auth/change-upload-password', {
      currentPassword: UPLOAD_PASSWORD,
      newPassword: newPassword,
    });
    const entered = await viewer.post('/api/auth/upload-password', { password: newPassword });
    expect([guess.status, change.status, entered.status]).toEqual([401, 200, 200]);
    // The search finds sessions, so it covers the files of their server.
    expect(filesWith('portal:session').length).toBeGreaterThan(0);
    const passwords = [wrongPassword, UPLOAD_PASSWORD, newPassword];
    expect(passwords.flatMap(filesWith)).toEqual([]);
    await portal.stop();
    expect(passwords.flatMap(filesWith)).toEqual([]);
  });
});
