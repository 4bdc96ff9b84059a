import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type Log } from '../system/command.js';
import { persistentPort } from '../system/free-port.js';
import { commandLine, endProcess, identify, workingDir } from '../system/process-identity.js';
import type { Program } from '../system/program.js';
import { persistentSecret } from '../system/secrets.js';
import { until } from '../system/until.js';
import { findRedis } from './find-redis.js';

export interface EmbeddedRedis {
  program: Program;
  port: number;
  url: string;
}

/** Returns whether a PING on a new connection succeeds. It fails while the server loads its data. */
function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve(answer.includes('+PONG'));
    };
    socket.setTimeout(1_000, done);
    socket.once('error', done);
    socket.once('close', done);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (/\+PONG|-LOADING|-ERR|-NOAUTH|-WRONGPASS/.test(answer)) done();
    });
    socket.write(`AUTH ${password}\r\nPING\r\n`);
  });
}

async function endOrphanedRedis(home: string): Promise<void> {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(join(home, 'redis.pid'), 'utf8'), 10);
  } catch {
    return;
  }
  const orphan = identify(pid);
  const isRedis = /(redis|valkey)-server/.test(commandLine(pid)?.join(' ') ?? '');
  // The working folder distinguishes the server from the Redis of another portal.
  if (orphan !== undefined && isRedis && (workingDir(pid) ?? home) === realpathSync(home)) {
    await endProcess(orphan, 'SIGTERM', 10_000);
  }
  rmSync(join(home, 'redis.pid'), { force: true });
}

const MIB = 1024 * 1024;
/**
 * Returns a sixteenth of the memory, but at least 320 MB: enough for a few hundred thousand sessions of about
 * 1 kB. Rejecting writes is better than taking memory from Postgres and the worker.
 */
const maxMemory = () => `${Math.floor(Math.max(320, totalmem() / 16 / MIB))}mb`;

/** Uses of the two embedded servers. */
export type RedisPurpose = 'sessions' | 'calls';

/**
 * Settings for calls. Calls contain passwords and are useless after a restart, so nothing is written to disk. A
 * full list takes about 10 MB.
 */
const calls = { appendonly: 'no', maxmemory: '128mb' };

/**
 * Returns the program that runs a Redis server with its data in `home`. By default, the data survive restarts.
 * The password is in the configuration file, because every user of the machine can read a command line.
 */
export function redisProgram(
  command: string,
  home: string,
  port: number,
  password: string,
  settings: Record<string, string> = {},
): Program {
  const all = {
    bind: '127.0.0.1',
    port: String(port),
    requirepass: password,
    dir: JSON.stringify(home),
    pidfile: JSON.stringify(join(home, 'redis.pid')),
    daemonize: 'no',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '""',
    'maxmemory-policy': 'noeviction',
    maxmemory: maxMemory(),
    ...settings,
  };
  const file = join(home, 'redis.conf');
  const lines = Object.entries(all).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return {
    name: 'redis',
    command,
    args: [file],
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
    cwd: home,
    stopSignal: 'SIGTERM',
    ready: async (_pid, exitSignal) => {
      await until(() => answersPing(port, password), {
        deadlineMs: 60_000,
        signal: exitSignal,
        what: 'Redis to start',
      });
    },
  };
}

/** Returns the `redis://` URL of a server on this machine. */
export function redisUrl(password: string, port: number): string {
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

/**
 * Stops an orphan of an earlier run on this data folder. Returns the program that runs a new server.
 */
export async function embeddedRedis(
  dataDir: string,
  purpose: RedisPurpose,
  log: Log,
): Promise<EmbeddedRedis> {
  const name = purpose === 'sessions' ? 'redis' : 'rpc-redis';
  const home = join(dataDir, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  await endOrphanedRedis(home);
  const password = persistentSecret(dataDir, `${name}-password`);
  const port = await persistentPort(join(home, 'port'));
  const settings = purpose === 'sessions' ? {} : calls;
  return {
    program: { ...redisProgram(await findRedis(log), home, port, password, settings), name },
    port,
    url: redisUrl(password, port),
  };
}
