import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedPostgres } from './postgres/postgres.js';
import { embeddedRedis } from './redis/redis.js';
import { claimDataDir } from './supervisor/portal.js';
import { endOrphans, readRunState } from './supervisor/run-state.js';
import { builtFile } from './supervisor/services.js';
import { dataDirOf } from './supervisor/settings.js';
import { type RunningProgram, run } from './system/program.js';
import { namedSecret } from './system/secrets.js';

interface Backends {
  databaseUrl: string;
  redisUrl: string;
  release(): Promise<void>;
}

/** The servers of this data folder, started for the time of one command. */
async function startServers(dataDir: string): Promise<Backends> {
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Error(`No portal has been started on ${dataDir} yet.`);
  const claim = claimDataDir(dataDir);
  const started: RunningProgram[] = [];
  const release = async () => {
    for (const one of started.reverse()) await one.stop();
    claim.lock.release();
  };
  try {
    await endOrphans(claim.dataDir);
    const postgres = await embeddedPostgres(claim.dataDir);
    const redis = await embeddedRedis(claim.dataDir, (line) => console.error(line));
    for (const { program } of [postgres, redis]) {
      const one = await run(program, () => undefined);
      started.push(one);
      await one.ready;
    }
    await postgres.bootstrap();
    return { databaseUrl: postgres.appUrl, redisUrl: redis.url, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Those named in the environment, else those of the portal that runs, else ones started for the moment. */
async function backends(env: NodeJS.ProcessEnv): Promise<Backends> {
  const databaseUrl = namedSecret(env, 'DATABASE_URL');
  const redisUrl = namedSecret(env, 'REDIS_URL');
  const release = async () => undefined;
  if (databaseUrl !== undefined && redisUrl !== undefined) return { databaseUrl, redisUrl, release };
  const dataDir = dataDirOf(env);
  const running = readRunState(dataDir);
  if (running?.databaseUrl === '') throw new Error('The portal is just starting; try again in a moment.');
  const found = running === undefined ? await startServers(dataDir) : { ...running, release };
  return {
    databaseUrl: databaseUrl ?? found.databaseUrl,
    redisUrl: redisUrl ?? found.redisUrl,
    release: found.release,
  };
}

async function main(args: string[]): Promise<number> {
  const { databaseUrl, redisUrl, release } = await backends(process.env);
  try {
    const cli = builtFile(process.env, 'auth-service', 'cli', 'main.js');
    const env = { NODE_ENV: 'production', ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
    const child = spawn(process.execPath, [cli, ...args], { stdio: 'inherit', env });
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    await release();
  }
}

// The command itself is told by the terminal; this process stays to stop the servers.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
