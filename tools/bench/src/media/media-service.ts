import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { trailersRpc, uploadsRpc } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import {
  startTestObjectStore,
  startTestPostgres,
  startTestRedis,
  type TestDatabase,
  until,
} from '@secure-preview/testing';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const dist = join(root, 'apps', 'media-service', 'dist');
const browser = { protocol: 'http', hostname: '127.0.0.1' } as const;
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The built media-service on servers of its own. */
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
        REDIS_URL: redis.url,
        S3_ENDPOINT: store.endpoint,
        S3_REGION: store.region,
        S3_BUCKET: store.bucket,
        S3_ACCESS_KEY_ID: store.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.secretAccessKey,
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

  /** Uploads a file and returns the seconds from its acceptance until it can be played. */
  async acceptedToPlayable(file: string): Promise<number> {
    const uploads = createRpcClient(uploadsRpc, this.client);
    const trailers = createRpcClient(trailersRpc, this.client);
    const context = () => ({ requestId: randomUUID() });
    const { uploadURL } = await uploads.issue({ kind: 'video', browser }, context());
    const sent = await fetch(uploadURL, { method: 'PUT', body: await openAsBlob(file) });
    if (!sent.ok) throw new Error(`the upload answered ${sent.status}`);
    const { id } = await trailers.create({ title: 'Bench', videoURL: uploadURL }, context());
    const accepted = performance.now();
    await until(
      async () => {
        const { trailers: all } = await trailers.list({}, context());
        const trailer = all.find((one) => one.id === id);
        if (trailer?.status === 'failed') throw new Error(trailer.failure ?? 'failed');
        return trailer?.status === 'ready';
      },
      { deadlineMs: 600_000, everyMs: 50, what: 'the trailer to be playable' },
    );
    return (performance.now() - accepted) / 1000;
  }

  async stop(): Promise<void> {
    await this.client.close();
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
    for (const server of this.servers) await server.stop();
  }
}

async function migrate({ adminUrl, appUrl }: TestDatabase): Promise<void> {
  await promisify(execFile)(process.execPath, [join(dist, 'database', 'migrate.js')], {
    env: { PATH: process.env['PATH'], DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: appUrl },
  });
}
