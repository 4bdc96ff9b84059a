import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ListedTrailer, trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import {
  startTestObjectStore,
  startTestPostgres,
  startTestRedis,
  type TestDatabase,
  until,
} from '@secure-preview/testing';
import { cpuSeconds } from '../cpu-time.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const dist = join(root, 'apps', 'media-service', 'dist', 'bundle');
const browser = { protocol: 'http', hostname: '127.0.0.1' } as const;
const context = () => ({ requestId: randomUUID() });
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The built media-service with separate servers. */
export class MediaService {
  private constructor(
    private readonly child: ChildProcess,
    private readonly client: RpcListClient,
    private readonly servers: { stop(): Promise<void> }[],
  ) {}

  static async start(programs: { ffmpeg: string; ffprobe: string }): Promise<MediaService> {
    await promisify(execFile)('npx', ['nx', 'build', '@secure-preview/media-service'], { cwd: root });
    const [postgres, redis, store] = await Promise.all([
      startTestPostgres(),
      startTestRedis(),
      startTestObjectStore(),
    ]);
    const database = await postgres.createDatabase();
    await migrate(database);
    const child = spawn(process.execPath, [join(dist, 'main.js')], {
      stdio: 'inherit',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.appUrl,
        RPC_REDIS_URL: redis.url,
        S3_ENDPOINT: store.endpoint,
        S3_REGION: store.region,
        S3_BUCKET: store.bucket,
        S3_ACCESS_KEY_ID: store.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.secretAccessKey,
        MEDIA_SECRET: 'media-secret-of-the-bench-32-characters',
        FFMPEG_PATH: programs.ffmpeg,
        FFPROBE_PATH: programs.ffprobe,
        LOG_LEVEL: 'warn',
      },
    });
    const client = new RpcListClient({ url: redis.url, logger: silent });
    await client.connect();
    await until(() => client.isServed('media'), { deadlineMs: 30_000, what: 'media-service' });
    return new MediaService(child, client, [store, redis, postgres]);
  }

  /** Returns the CPU seconds that the service and its child processes have used so far. */
  cpuSeconds(): number {
    return cpuSeconds([this.child.pid ?? 0]);
  }

  /** Uploads a file, and returns the seconds from its acceptance until it is playable. */
  async acceptedToPlayable(file: string): Promise<{ id: string; seconds: number }> {
    const uploads = createRpcClient(uploadsRpc, this.client);
    const { uploadURL } = await uploads.issue({ kind: 'video', browser }, context());
    const response = await fetch(uploadURL, { method: 'PUT', body: await openAsBlob(file) });
    if (!response.ok) throw new Error(`the upload responded with ${response.status}`);
    const { id } = await this.trailers.create({ title: 'Bench', videoURL: uploadURL }, context());
    const accepted = performance.now();
    await this.waitFor(id, ({ status }) => status === 'ready', 'the trailer to be playable');
    return { id, seconds: (performance.now() - accepted) / 1000 };
  }

  /** Waits until the processing of a trailer has finished. */
  async finished(id: string): Promise<void> {
    await this.waitFor(id, ({ finished }) => finished, 'the trailer to be finished in all sizes');
  }

  /** Cancels the remaining processing of a trailer. */
  async cancel(id: string): Promise<void> {
    await this.trailers.cancel({ trailerId: id }, context());
  }

  private get trailers() {
    return createRpcClient(trailersRpc, this.client);
  }

  private async waitFor(id: string, condition: (trailer: ListedTrailer) => boolean, what: string) {
    const met = async () => {
      const { trailers } = await this.trailers.list({}, context());
      const trailer = trailers.find((candidate) => candidate.id === id);
      if (trailer?.failure) throw new Error(trailer.failure);
      return trailer !== undefined && condition(trailer);
    };
    await until(met, { deadlineMs: 900_000, everyMs: 50, what });
  }

  async stop(): Promise<void> {
    await this.client.close();
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
    for (const server of this.servers) await server.stop();
  }
}

async function migrate({ adminUrl, appUrl }: TestDatabase): Promise<void> {
  await promisify(execFile)(process.execPath, [join(dist, 'database', 'migrate.js')], {
    env: { PATH: process.env['PATH'], DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: appUrl },
  });
}
