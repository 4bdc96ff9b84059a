import type { INestApplicationContext } from '@nestjs/common';
import type { ListedTrailer } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { VideoMaker } from './make-video.js';
import { MediaApp, startWorker } from './media-app.js';
import { type MediaServers, startMediaServers } from './media-servers.js';
import { type PlayedRendition, type PlayedTrailer, playTrailer } from './play.js';

/** Milliseconds for all that is made of one small source on a busy machine. */
export const PROCESSING_MS = 120_000;

export interface Played extends PlayedTrailer {
  readonly id: string;
  readonly trailer: ListedTrailer;
  /** The largest picture, by ffprobe. */
  readonly video: Record<string, string | number>;
  readonly sound: Record<string, string | number> | undefined;
}

/** Uploads files, has them processed, and plays them. */
export class ProcessingTest {
  private constructor(
    readonly servers: MediaServers,
    readonly videos: VideoMaker,
    readonly app: MediaApp,
    private readonly worker: INestApplicationContext,
  ) {}

  static async start(more: Record<string, string> = {}): Promise<ProcessingTest> {
    const servers = await startMediaServers(more);
    const videos = await VideoMaker.start(servers.programs);
    const app = await MediaApp.start({ ...servers.environment, MEDIA_ROLE: 'api' });
    return new ProcessingTest(servers, videos, app, await startWorker(servers));
  }

  async stop(): Promise<void> {
    await this.worker.close();
    await this.app.close();
    await this.videos.stop();
    await this.servers.stop();
  }

  /** Uploads, waits until all is made, and plays it. */
  async play(source: Buffer): Promise<Played> {
    const { id } = await this.app.accept(source);
    const trailer = await this.app.processed(id, PROCESSING_MS);
    expect(trailer).toMatchObject({ status: 'ready', failure: null, progress: 100, step: null });
    const played = await playTrailer(this.app, id, this.videos.dir);
    const [video] = (await this.videos.probe(played.videos[0].file)).streams;
    const [sound] = played.audio ? (await this.videos.probe(played.audio.file)).streams : [];
    if (video === undefined) throw new Error('the file has no picture');
    return { ...played, id, trailer, video, sound };
  }

  /** Uploads and waits for the sentence that tells what is wrong with the file. */
  async failure(source: Buffer): Promise<string | null> {
    const { id } = await this.app.accept(source);
    const trailer = await this.app.processed(id, PROCESSING_MS);
    expect(trailer).toMatchObject({ status: 'failed', active: false, videoURL: null });
    return trailer.failure;
  }

  /** Waits until no job is left to be done. */
  async idle(): Promise<void> {
    const left = async () =>
      (await this.app.database.query<unknown[]>('SELECT FROM media_jobs._private_jobs LIMIT 1')).length;
    await until(async () => (await left()) === 0, { deadlineMs: PROCESSING_MS, what: 'all jobs to be done' });
  }

  /** Width and height of each picture, largest first. */
  async sizes({ videos }: PlayedTrailer): Promise<string[]> {
    return videos.map(({ attributes }) => /RESOLUTION=(\d+x\d+)/.exec(attributes)?.[1] ?? '');
  }

  /** Seconds at which a rendition's pictures are shown and its segments begin, by its packets. */
  async beginnings({ init, segments }: PlayedRendition): Promise<{ first: number; key: boolean }[]> {
    const found = [];
    for (const [at, { bytes }] of segments.entries()) {
      const path = await this.videos.write(`segment-${at}.mp4`, Buffer.concat([init, bytes]));
      const [packet] = await this.videos.packets(path);
      // Complains of any picture that needs one from another segment.
      await this.videos.decode(path);
      found.push({ first: packet?.time ?? Number.NaN, key: packet?.key ?? false });
    }
    return found;
  }
}
