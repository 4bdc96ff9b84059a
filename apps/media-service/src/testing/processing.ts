import type { INestApplicationContext } from '@nestjs/common';
import type { ListedTrailer } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import sharp from 'sharp';
import * as z from 'zod';
import { VideoMaker } from './make-video.js';
import { MediaApp, startWorker } from './media-app.js';
import { type MediaServers, startMediaServers } from './media-servers.js';
import { type PlayedRendition, type PlayedTrailer, playTrailer } from './play.js';

/** Milliseconds to process one small source completely on a busy machine. */
export const PROCESSING_MS = 120_000;

const POSTER = sharp({ create: { width: 16, height: 9, channels: 3, background: 'navy' } })
  .png()
  .toBuffer();

type Stream = Record<string, string | number>;

export interface Played extends PlayedTrailer {
  readonly id: string;
  readonly trailer: ListedTrailer;
  /** Returns the largest video stream, by ffprobe. */
  video(): Promise<Stream>;
  /** Returns the audio stream, by ffprobe. */
  audioStream(): Promise<Stream>;
}

/** Uploads files, waits for their processing, and plays them. */
export class ProcessingTest {
  private constructor(
    readonly servers: MediaServers,
    readonly videos: VideoMaker,
    readonly app: MediaApp,
    private worker: INestApplicationContext,
  ) {}

  static async start(more: Record<string, string> = {}): Promise<ProcessingTest> {
    const servers = await startMediaServers(more);
    const videos = await VideoMaker.start(servers.programs);
    const app = await MediaApp.start({ ...servers.environment, MEDIA_ROLE: 'api' });
    return new ProcessingTest(servers, videos, app, await startWorker(servers));
  }

  /** Replaces the worker by one with other settings. */
  async replaceWorker(settings: Record<string, string>): Promise<void> {
    await this.worker.close();
    this.worker = await startWorker(this.servers, settings);
  }

  async stop(): Promise<void> {
    await this.worker.close();
    await this.app.close();
    await this.videos.stop();
    await this.servers.stop();
  }

  /**
   * Uploads a file with a poster, waits for its processing, and plays the trailer. With a poster, the worker does not run
   * ffmpeg to create one.
   */
  async play(source: Buffer): Promise<Played> {
    const posterURL = await this.app.upload('poster', await POSTER);
    const { id } = await this.app.accept(source, { posterURL });
    const trailer = await this.app.processed(id, PROCESSING_MS);
    expect(trailer).toMatchObject({ status: 'ready', failure: null, progress: 100, step: null });
    const played = await playTrailer(this.app, id, this.videos.dir);
    const stream = async (file = 'none') => (await this.videos.probe(file)).streams[0] ?? {};
    const video = () => stream(played.videos[0].file);
    return { ...played, id, trailer, video, audioStream: () => stream(played.audio?.file) };
  }

  /** Uploads an invalid file, and returns the message of its failure. */
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

  /** Returns whether each segment begins with a key frame. Rejects if a segment depends on another segment. */
  async beginWithKeys({ init, segments }: PlayedRendition): Promise<boolean[]> {
    const paths = [];
    for (const [at, { bytes }] of segments.entries()) {
      paths.push(await this.videos.write(`segment-${at}.mp4`, Buffer.concat([init, bytes])));
    }
    return this.videos.decode(...paths);
  }
}
