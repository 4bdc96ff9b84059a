import type { INestApplicationContext } from '@nestjs/common';
import type { LeakCase } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import sharp from 'sharp';
import * as z from 'zod';
import { h264, VideoMaker } from './make-video.js';
import { call, MediaApp, startWorker } from './media-app.js';
import { type MediaServers, startMediaServers } from './media-servers.js';
import { PROCESSING_MS } from './processing.js';

/** Milliseconds to mark, encode, index and check a trailer, or to read a clip, on a busy machine. */
export const LONG_MS = 5 * PROCESSING_MS;

/** Arguments for ffmpeg that encode a clip in little time. */
export const clipEncoding = ['-an', ...h264.slice(0, 2), '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];

/** Starts media-service with a worker, marks trailers, and has clips read. */
export class LeakDesk {
  private worker: INestApplicationContext | undefined;

  private constructor(
    readonly servers: MediaServers,
    readonly videos: VideoMaker,
    readonly app: MediaApp,
  ) {}

  static async start(): Promise<LeakDesk> {
    const servers = await startMediaServers({ MEDIA_ROLE: 'api' });
    const desk = new LeakDesk(
      servers,
      await VideoMaker.start(servers.programs),
      await MediaApp.start(servers.environment),
    );
    await desk.startWorker();
    return desk;
  }

  async startWorker(): Promise<void> {
    this.worker = await startWorker(this.servers);
  }

  async stopWorker(): Promise<void> {
    await this.worker?.close();
    this.worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.app.close();
    await this.videos.stop();
    await this.servers.stop();
  }

  /** Creates a marked trailer, and waits until its index is stored. Returns its id. */
  async mark(film: Buffer): Promise<string> {
    const { app } = this;
    const poster = sharp({ create: { width: 16, height: 9, channels: 3, background: 'navy' } });
    const posterURL = await app.upload('poster', await poster.png().toBuffer());
    const { id } = await app.accept(film, { posterURL, marked: true });
    const { status } = await app.processed(id, LONG_MS);
    if (status !== 'ready') throw new Error(`trailer ${id} is ${status}`);
    const indexed = () =>
      queryRows(
        app.database,
        z.object({}),
        'SELECT FROM media.mark_indexes WHERE trailer_id = $1 AND format > 0',
        [id],
      );
    await until(async () => (await indexed()).length === 1, { deadlineMs: LONG_MS, what: 'the index' });
    return id;
  }

  async open(clip: Buffer, fileName = 'clip.mp4'): Promise<LeakCase> {
    const { app } = this;
    return app.leaks.createCase({ clipURL: await app.upload('clip', clip), fileName }, call());
  }

  /** Waits until a clip was read, and returns its case. */
  ended(caseId: string): Promise<LeakCase> {
    const met = async () => {
      const found = await this.app.leaks.readCase({ caseId }, call());
      return found.finishedAt === null ? undefined : found;
    };
    return until(met, { deadlineMs: LONG_MS, everyMs: 100, what: `case ${caseId}` });
  }

  /** Makes a clip with ffmpeg, and waits until it was read. */
  async caseOf(name: string, args: string[]): Promise<LeakCase> {
    const { id } = await this.open(await this.videos.make(name, args), name);
    return this.ended(id);
  }
}
