import type { INestApplicationContext } from '@nestjs/common';
import type { ListedTrailer } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { VideoMaker } from './make-video.js';
import { MediaApp, startWorker } from './media-app.js';
import { type MediaServers, startMediaServers } from './media-servers.js';
import { type PlayedRendition, type PlayedTrailer, playTrailer } from './play.js';

/** Milliseconds to process one small source completely on a busy machine. */
export const PROCESSING_MS = 120_000;

export interface Played extends PlayedTrailer {
  readonly id: string;
  readonly trailer: ListedTrailer;
  /** The largest picture, by ffprobe. */
  readonly video: Record<string, string | number>;
  readonly sound: Record<string, string | number> | undefined;
}

/** Uploads files, waits for their processing, and plays them. */
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

  /** Uploads a file, waits until it is processed, and plays the trailer. */
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

  /** Uploads a file and waits for the sentence that describes what is wrong with it. */
  async failure(source: Buffer): Promise<string | null> {
    const { id } = await this.app.accept(source);
    const trailer = await this.app.processed(id, PROCESSING_MS);
    expect(trailer).toMatchObject({ status: 'failed', active: false, videoURL: null });
    return trailer.failure;
  }

  /** Waits until no jobs are left. */
  async idle(): Promise<void> {
    const left = async () =>
      (await queryRows(this.app.database, z.object({}), 'SELECT FROM media_jobs._private_jobs LIMIT 1'))
        .length;
    await until(async () => (await left()) === 0, { deadlineMs: PROCESSING_MS, what: 'all jobs to be done' });
  }

  /** Returns width and height of each video rendition, largest first. */
  async sizes({ videos }: PlayedTrailer): Promise<string[]> {
    return videos.map(({ attributes }) => /RESOLUTION=(\d+x\d+)/.exec(attributes)?.[1] ?? '');
  }

  /** Returns when each segment begins, in seconds, and whether it begins with a key frame, by its packets. */
  async beginnings({ init, segments }: PlayedRendition): Promise<{ first: number; key: boolean }[]> {
    const found = [];
    const paths = [];
    for (const [at, { bytes }] of segments.entries()) {
      const path = await this.videos.write(`segment-${at}.mp4`, Buffer.concat([init, bytes]));
      paths.push(path);
      const [packet] = await this.videos.packets(path);
      found.push({ first: packet?.time ?? Number.NaN, key: packet?.key ?? false });
    }
    // Fails on any picture that depends on another segment.
    await this.videos.decode(...paths);
    return found;
  }
}
