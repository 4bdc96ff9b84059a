import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { freePort, identify, signal, until } from '@secure-preview/embedded';
import { starter, writeFakeApps } from '../testing/fake-apps.js';
import { markForDevelopment } from './claim-data-dir.js';
import { serviceNames } from './services.js';
import { type StartedPortal, startPortal } from './start-portal.js';

/** The program of `npm start`: checks, builds, then does the same as `starter`. */
const command = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));
const servers = ['postgres', 'redis', 'rpc-redis', 'object-store'];

describe('npm start', () => {
  let dir: string;
  let dataDir: string;
  let env: NodeJS.ProcessEnv;
  const started: StartedPortal[] = [];

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'start-'));
    dataDir = join(dir, 'data');
    env = { SECURE_PREVIEW_APPS_DIR: writeFakeApps(join(dir, 'apps')), UPLOAD_PASSWORD: undefined };
    // Postgres's user must be able to traverse the folder.
    chmodSync(dir, 0o711);
  });
  afterEach(async () => {
    for (const portal of started.splice(0)) await portal.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function start(
    overrides: { port?: number; dataDir?: string; env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
  ): Promise<StartedPortal> {
    const portal = await startPortal({
      dataDir: overrides.dataDir ?? dataDir,
      port: overrides.port ?? (await freePort()),
      env: { ...env, ...overrides.env },
      quiet: overrides.quiet ?? true,
    });
    started.push(portal);
    return portal;
  }
  async function query<T>(portal: StartedPortal, name: string, path: string): Promise<T> {
    const state = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
    const base = name === 'gateway' ? portal.url : `http://127.0.0.1:${state.internalPorts[name]}`;
    const answer = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(5_000) });
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as T;
  }
  const migrations = async (portal: StartedPortal) =>
    (await query<{ n: number }[]>(portal, 'auth-service', '/migrated'))[0]?.n;
  /** Runs the starter to its end. */
  const runStarter = (
    overrides: NodeJS.ProcessEnv,
    base: NodeJS.ProcessEnv = process.env,
    program = starter,
  ) => {
    const { NODE_OPTIONS: _, ...inherited } = base;
    const variables = { ...inherited, ...env, PORTAL_DATA_DIR: dataDir, ...overrides };
    return spawnSync(process.execPath, [program], { env: variables, encoding: 'utf8', timeout: 60_000 });
  };

  it('starts everything, prints the first password once, never logs it, and stops every process', async () => {
    let printed = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      printed += chunk;
      return true;
    });
    const portal = await start({ quiet: false, env: { MAIL_FROM: 'portal@example.com' } });
    jest.restoreAllMocks();
    expect(printed).toContain('Upload password (shown once): correct-horse\n');
    expect(printed).toContain(
      `To upload: while the gate is open, enter your own name and e-mail at ${portal.url} first. Then open ${portal.url}/upload.`,
    );
    expect(portal.uploadPassword).toBe('correct-horse');
    expect(Object.keys(portal.pids()).sort()).toEqual(['supervisor', ...serviceNames, ...servers].sort());
    expect(await migrations(portal)).toBe(1);
    expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
    const state = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
    expect(state.mail).toEqual({ MAIL_FROM: 'portal@example.com' });

    // The cluster is in the data folder, because Postgres's user has access to that folder.
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);

    const pids = Object.values(portal.pids());
    expect(await portal.stop()).toBe(0);
    expect(pids.filter((pid) => identify(pid) !== undefined)).toEqual([]);
    const logs = readdirSync(join(dataDir, 'logs')).map((name) =>
      readFileSync(join(dataDir, 'logs', name), 'utf8'),
    );
    expect(logs.join('')).toContain('auth-service is up');
    expect(logs.join('')).not.toContain('correct-horse');

    const restarted = await start();
    expect(restarted.uploadPassword).toBeUndefined();
    expect(await migrations(restarted)).toBe(2);
  });

  it('restarts any killed process', async () => {
    const portal = await start();
    const before = portal.pids();
    const members = [...servers, ...serviceNames];
    for (const name of members) signal(before[name] ?? 0, 'SIGKILL');
    await until(() => members.every((name) => portal.pids()[name] !== before[name]), { deadlineMs: 20_000 });
    for (const name of serviceNames) {
      const pid = await until(() => query<number>(portal, name, '/pid'), { deadlineMs: 20_000, what: name });
      expect(pid).toBe(portal.pids()[name]);
    }
    expect(await until(() => migrations(portal), { deadlineMs: 20_000 })).toBe(1);
  });

  it.each([
    ['the supervisor alone', (pids: Record<string, number>) => [pids['supervisor'] ?? 0]],
    ['all processes', (pids: Record<string, number>) => Object.values(pids)],
  ])('recovers after a kill -9 of %s', async (_what, victims) => {
    const port = await freePort();
    const portal = await start({ port });
    const pids = portal.pids();
    for (const pid of victims(pids)) signal(pid, 'SIGKILL');
    await portal.stop();
    const restarted = await start({ port });
    expect(await migrations(restarted)).toBe(2);
    for (const name of [...serviceNames, ...servers]) {
      expect(restarted.pids()[name]).not.toBe(pids[name]);
      expect(identify(pids[name] ?? 0)).toBeUndefined();
    }
  });

  it('rejects the folder of a running portal and an address in use, with one line each', async () => {
    const portal = await start();
    const second = runStarter({ PORT: String(await freePort()) });
    expect(second.status).toBe(1);
    const running = `A portal is already running on ${realpathSync(dataDir)} at ${portal.url} (process ${portal.pids()['supervisor']}).\n`;
    expect(second.stderr).toBe(running);
    const beforeBuild = runStarter({ SECURE_PREVIEW_ENV_FILE: '' }, process.env, command);
    expect(beforeBuild).toMatchObject({ status: 1, stdout: '', stderr: running });
    expect(identify(portal.pids()['gateway'] ?? 0)).toBeDefined();

    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const third = runStarter({ PORT: String(port), PORTAL_DATA_DIR: join(dir, 'other') });
    blocker.close();
    expect(third.status).toBe(1);
    expect(third.stderr.trim()).toBe(
      `The address http://127.0.0.1:${port} is in use by another program. Choose another one with PORT.`,
    );
  });

  it('lists every invalid setting before it starts a process', () => {
    const secret = join(dir, 'secret');
    const problems = [
      { name: 'SESSION_SECRET', rule: 'must be longer', variable: 'SESSION_SECRET_FILE', file: secret },
      { name: 'LOG_LEVEL', rule: 'must be info', variable: 'LOG_LEVEL' },
      { name: 'REDIS_URL', rule: 'is required' },
    ];
    const check = join(dir, 'apps', 'gateway', 'dist', 'bundle', 'check-settings.js');
    writeFileSync(check, `export const checkSettings = () => ${JSON.stringify(problems)};`);
    const envFile = join(dir, 'env');
    writeFileSync(envFile, 'LOG_LEVEL=loud\nPORT=0\nS3_ENDPOINT=http://s3\nS3_ACCESS_KEY_ID=id\n');
    const overrides = { SECURE_PREVIEW_ENV_FILE: envFile, SESSION_SECRET_FILE: secret };
    const { PORT: _, ...inherited } = process.env;
    const { status, stdout, stderr } = runStarter(overrides, inherited);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      'These settings cannot be used:',
      `  SESSION_SECRET: must be longer (read from ${secret}, which SESSION_SECRET_FILE names in the environment)`,
      `  LOG_LEVEL: must be info (set in ${envFile})`,
      '  S3_SECRET_ACCESS_KEY: is required with S3_ENDPOINT (not set)',
      `  PORT: must be a whole number from 1 to 65535 (set in ${envFile})`,
      '.env.example describes every setting.',
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    ['/proc/nope', 'no folder can be created in /proc'],
    ['/dev/null/data', '/dev/null is not a folder'],
    ['a file', 'it is a file'],
    ['a file/data', 'a file is a file'],
  ])('rejects %s as its data folder in one sentence, before it builds', (path, why) => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    const folder = path.replace('a file', file);
    const sentence = `The data folder ${folder} cannot be used: ${why.replace('a file is', `${file} is`)}. Set PORTAL_DATA_DIR to another folder.\n`;
    const overrides = { PORTAL_DATA_DIR: folder, PORT: '3000', SECURE_PREVIEW_ENV_FILE: '' };
    for (const program of [command, starter])
      expect(runStarter(overrides, process.env, program)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: sentence,
      });
  });

  it('rejects the data folder of npm run dev, whose password is public', () => {
    mkdirSync(dataDir);
    markForDevelopment(dataDir);
    const sentence = `The data folder ${dataDir} is for npm run dev: its upload password is public. Set PORTAL_DATA_DIR to another folder.\n`;
    for (const program of [command, starter]) {
      const overrides = { PORT: '3000', SECURE_PREVIEW_ENV_FILE: '' };
      expect(runStarter(overrides, process.env, program)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: sentence,
      });
    }
  });

  it('reports bad settings before it builds', () => {
    const overrides = { PORT: '0', SECURE_PREVIEW_ENV_FILE: '' };
    const { status, stdout, stderr } = runStarter(overrides, process.env, command);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^These settings cannot be used:\n {2}PORT: .+\n.+\nIf the checkout has changed /);
  });

  it('runs alongside another portal on a separate folder and port', async () => {
    const otherDir = join(dir, 'other');
    const [first, second] = await Promise.all([start(), start({ dataDir: otherDir })]);
    const pids = [...Object.values(first.pids()), ...Object.values(second.pids())];
    expect(new Set(pids).size).toBe(pids.length);
    await second.stop();
    expect(await migrations(first)).toBe(1);
  });

  it('reports the cause and stops all processes when a service does not start', async () => {
    const media = join(dir, 'apps', 'media-service', 'dist', 'bundle');
    const reasons: [string, RegExp][] = [
      [join(media, 'main.js'), /media-(service|worker) does not start \(exit code 1\)[\s\S]*S3_REGION: bad/],
      [join(media, 'database', 'migrate.js'), /The migrations of media-service failed[\s\S]*S3_REGION: bad/],
    ];
    for (const [file, pattern] of reasons) {
      writeFileSync(file, "console.error('S3_REGION: bad'); process.exit(1);");
      await expect(start()).rejects.toThrow(pattern);
      expect(readdirSync(dataDir)).not.toContain('run.json');
      expect(readdirSync(dataDir)).not.toContain('lock');
    }
    rmSync(media, { recursive: true });
    await expect(start()).rejects.toThrow(/media-service is not built/);
  });

  it('stops when it receives a signal during its start', async () => {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [starter], {
      env: { ...inherited, ...env, PORTAL_DATA_DIR: dataDir, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Bringing the database')) resolve();
      });
    });
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(readdirSync(dataDir)).not.toContain('run.json');
  });
});
