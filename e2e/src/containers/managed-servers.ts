import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { freePort } from '@secure-preview/embedded';
import { until } from '@secure-preview/testing';

const docker = async (...args: string[]) => (await promisify(execFile)('docker', args)).stdout;

/** All characters with a special meaning in a URL. */
const REDIS_PASSWORD = `p@ss/w#rd%1?&:`;

/** Returns an address of this machine that the test and all containers can reach. */
export function ownAddress(): string {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (!found) throw new Error('this machine has only a loopback address');
  return found.address;
}

/** Postgres, Redis and S3 storage outside of any compose project, reachable only by published ports. */
export class ManagedServers {
  private constructor(
    private readonly containers: readonly string[],
    /** The settings that an operator would get for these servers. */
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts the servers. @param storeImage image of the portal's object store */
  static async start(storeImage: string): Promise<ManagedServers> {
    const prefix = `portal-test-${randomBytes(3).toString('hex')}`;
    const host = ownAddress();
    const [owner, secretKey] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')];
    const containers: string[] = [];
    const run = async (name: string, containerPort: number, ...args: string[]): Promise<string> => {
      const port = await freePort();
      containers.push(`${prefix}-${name}`);
      const published = ['--publish', `${host}:${port}:${containerPort}`];
      await docker('run', '--detach', '--name', `${prefix}-${name}`, ...published, ...args);
      return `${host}:${port}`;
    };
    const postgres = await run('postgres', 5432, '-e', `POSTGRES_PASSWORD=${owner}`, 'postgres:17-bookworm');
    const redisOptions = ['--requirepass', REDIS_PASSWORD, '--maxmemory-policy', 'noeviction'];
    const redis = await run('redis', 6379, 'redis:7-bookworm', 'redis-server', ...redisOptions);
    const store = await run(
      'store',
      8333,
      '-e',
      'OBJECT_STORE_DATA_DIR=/data',
      '-e',
      'OBJECT_STORE_HOST=0.0.0.0',
      '-e',
      'OBJECT_STORE_PORT=8333',
      '-e',
      'S3_ACCESS_KEY_ID=AKIAEXAMPLE',
      '-e',
      `S3_SECRET_ACCESS_KEY=${secretKey}`,
      storeImage,
    );
    await until(
      () =>
        docker('exec', `${prefix}-postgres`, 'pg_isready', '-h', '127.0.0.1').then(
          () => true,
          () => false,
        ),
      { deadlineMs: 60_000, everyMs: 500, what: 'Postgres' },
    );
    return new ManagedServers(containers, {
      DATABASE_ADMIN_URL: `postgres://postgres:${owner}@${postgres}/postgres`,
      REDIS_URL: `redis://:${encodeURIComponent(REDIS_PASSWORD)}@${redis}`,
      S3_ENDPOINT: `http://${store}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'example-preview',
      S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      S3_SECRET_ACCESS_KEY: secretKey,
    });
  }

  /** Removes the servers with all their data. */
  async dispose(): Promise<void> {
    await docker('rm', '--force', '--volumes', ...this.containers);
  }
}
