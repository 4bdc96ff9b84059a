import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { ObjectChangedError, ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { MediaPrograms } from './ffmpeg/media-programs.js';
import { AttemptSuperseded, FileFault } from './file-fault.js';
import { requireAcceptableLength, requireComplete } from './limits.js';
import { probe } from './probe/probe.js';
import {
  type Attempt,
  type ProcessedTrailer,
  ProcessingRepository,
  type Source,
} from './processing.repository.js';
import { ProgressWriter } from './progress-writer.js';
import { storeRendition } from './store-rendition.js';
import { transcode } from './transcode.js';
import { withWorkFolder } from './work-folder.js';

/** Percent of the whole at which each step begins. */
const BEGINS = { download: 0, probe: 5, transcode: 8, store: 90 } as const;
/** A file that has brought down this many workers is not given to another one. */
const MAX_LOST_ATTEMPTS = 5;
const MAX_FRAME_RATE = 60;

/** Turns an accepted upload into something that can be played. */
@Injectable()
export class TrailerProcessor {
  constructor(
    private readonly processing: ProcessingRepository,
    private readonly store: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly programs: MediaPrograms,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One attempt. Resolves when the trailer is ready, has failed for good, or is gone; rejects when it should be
   * tried again, as when the store is away or `stop` aborts.
   *
   * @param lastChance whether nobody would try again
   */
  async process(trailerId: string, stop: AbortSignal, lastChance: boolean): Promise<void> {
    const attempt: Attempt = { trailerId, attemptId: randomUUID() };
    const source = await this.processing.begin(attempt);
    if (source === undefined) return;
    const progress = new ProgressWriter(this.processing, attempt);
    const logger = this.logger.child(attempt);
    try {
      if (source.lostAttempts > MAX_LOST_ATTEMPTS) throw new FileFault('The file cannot be processed.');
      const signal = AbortSignal.any([stop, progress.signal]);
      const result = await withWorkFolder((dir) => this.attempt(attempt, source, dir, signal, progress));
      progress.stop();
      await this.processing.complete(attempt, result, this.environment.KEEP_SOURCE);
      logger.info({ durationSeconds: result.durationSeconds }, 'trailer is ready');
    } catch (error) {
      progress.stop();
      const sentence = failureSentence(error, lastChance && !stop.aborted);
      if (sentence === undefined) {
        if (!(error instanceof AttemptSuperseded)) await this.processing.release(attempt);
        throw error;
      }
      await this.processing.fail(attempt, sentence, this.environment.KEEP_SOURCE);
      logger.warn({ err: error }, 'trailer failed');
    }
  }

  private async attempt(
    attempt: Attempt,
    upload: Source,
    dir: string,
    signal: AbortSignal,
    progress: ProgressWriter,
  ): Promise<ProcessedTrailer> {
    const { programs, store, ledger } = this;
    const file = join(dir, 'source');
    const outputDir = join(dir, 'segments');
    await mkdir(outputDir);
    progress.report('download', BEGINS.download);
    await store.download(upload.key, upload.etag, file, signal);
    progress.report('probe', BEGINS.probe);
    const source = await probe(programs, file, { dir, signal });
    requireAcceptableLength(source.durationSeconds);
    const output = await transcode({
      programs,
      file,
      dir: outputDir,
      source,
      signal,
      onProgress: (step, share) =>
        progress.report(step, BEGINS.transcode + share * (BEGINS.store - BEGINS.transcode)),
    });
    requireAcceptableLength(output.durationSeconds);
    requireComplete(output.durationSeconds, source.video.claimedSeconds);
    const { frameRate } = source.video;
    return storeRendition(output, frameRate === null ? null : Math.min(frameRate, MAX_FRAME_RATE), {
      store,
      ledger,
      attempt,
      signal,
      onProgress: (share) => progress.report('store', BEGINS.store + share * (100 - BEGINS.store)),
    });
  }
}

/** What to tell the administrator; undefined when another attempt may do better. */
function failureSentence(error: unknown, lastChance: boolean): string | undefined {
  if (error instanceof FileFault) return error.message;
  if (error instanceof AttemptSuperseded) return undefined;
  if (error instanceof ObjectChangedError) {
    return 'The uploaded file was removed or replaced after it was accepted.';
  }
  return lastChance ? 'The file could not be processed in spite of many tries.' : undefined;
}
