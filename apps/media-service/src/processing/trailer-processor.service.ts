import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { notice, type TrailerNotice } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import type { TrailerJobName } from '../job-queue/enqueue.js';
import { ObjectChangedError } from '../storage/object-store.js';
import type { Attempt, NextJob, Source } from './attempt.js';
import { ProcessingRepository } from './processing.repository.js';
import { AttemptSupersededError, InvalidMediaError } from './processing-errors.js';
import { processed } from './processing-metrics.js';
import { ProgressWriter } from './progress-writer.js';
import { StorageUnavailableError, secondsToWait } from './storage-unavailable.js';
import { type AttemptContext, TrailerTranscoderService } from './trailer-transcoder.service.js';
import { withWorkFolder } from './work-folder.js';

/** Maximum lost attempts of a file; with one more it fails. */
const MAX_LOST_ATTEMPTS = 5;
/**
 * Lost attempts from which a file is processed while no other such file is. One bad file then does not cost
 * the others their tries.
 */
const SUSPICIOUS_LOSSES = 2;

/** A job for a trailer, and its circumstances. */
export interface Assignment {
  readonly trailerId: string;
  readonly job: TrailerJobName;
  /** Consecutive tries that found the storage unavailable. */
  readonly storageWaits: number;
  /** Whether no other such job runs on any worker. */
  readonly alone: boolean;
  /** Whether there is no further try. */
  readonly lastChance: boolean;
  /** Aborts when the worker shuts down. */
  readonly stop: AbortSignal;
}

/** Turns accepted uploads into playable trailers. */
@Injectable()
export class TrailerProcessorService {
  constructor(
    private readonly processing: ProcessingRepository,
    private readonly maker: TrailerTranscoderService,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs one attempt. Resolves when nothing is left to do, or when a new job does the rest: larger sizes wait
   * for their turn, or the storage is unavailable. Rejects when the job should be tried again, as when `stop`
   * aborts.
   */
  async process(assignment: Assignment): Promise<void> {
    const { trailerId, job, stop } = assignment;
    const attempt: Attempt = { trailerId, attemptId: randomUUID() };
    const upload = await this.processing.begin(attempt, job);
    if (upload === undefined) return;
    const progress = new ProgressWriter(this.processing, attempt);
    const signal = AbortSignal.any([stop, progress.signal]);
    const state = { playable: upload.published.length > 0 };
    try {
      const next = await this.attempt(assignment, { attempt, upload, signal, progress }, () => {
        state.playable = true;
      });
      progress.stop();
      if (next !== undefined) return await this.processing.putOff(attempt, next);
      await this.processing.finish(attempt, this.environment.KEEP_SOURCE, []);
      this.logger.info(attempt, 'trailer is finished');
    } catch (error) {
      progress.stop();
      await this.failed(error, assignment, attempt, state.playable);
    }
  }

  /** Returns the next job; undefined when all is done. */
  private async attempt(
    { job, alone }: Assignment,
    context: Omit<AttemptContext, 'dir'>,
    onPublished: () => void,
  ): Promise<NextJob | undefined> {
    const { attempt, upload } = context;
    const turn = { step: null, delaySeconds: 0, storageWaits: 0 };
    requireFewLosses(upload);
    if (upload.lostAttempts >= SUSPICIOUS_LOSSES && !alone) return { ...turn, job, alone: true };
    const more = { ...turn, job: 'finish-trailer' as const, alone: false };
    if (job === 'finish-trailer') {
      await withWorkFolder((dir) => this.maker.makeRest({ ...context, dir }));
      return undefined;
    }
    if (upload.published.length > 0) return more;
    const left = await withWorkFolder((dir) =>
      this.maker.makePlayable({ ...context, dir }, () => {
        onPublished();
        processed.inc({ outcome: 'ready' });
        this.logger.info(attempt, 'trailer is ready');
      }),
    );
    return left ? more : undefined;
  }

  private async failed(
    error: unknown,
    { job, alone, storageWaits, lastChance, stop }: Assignment,
    attempt: Attempt,
    playable: boolean,
  ): Promise<void> {
    if (error instanceof AttemptSupersededError) throw error;
    if (error instanceof StorageUnavailableError && !stop.aborted) {
      const delaySeconds = secondsToWait(storageWaits);
      this.logger.warn(
        { err: error, ...attempt, delaySeconds },
        'the storage is unavailable; trying again later',
      );
      const next = { job, alone, storageWaits: storageWaits + 1, delaySeconds };
      return this.processing.putOff(attempt, { ...next, step: 'storage-unavailable' });
    }
    const failure = failureNotice(error, lastChance && !stop.aborted);
    if (failure === undefined) {
      await this.processing.release(attempt);
      throw error;
    }
    await this.end(attempt, failure, playable);
    processed.inc({ outcome: playable ? 'incomplete' : 'failed' });
    this.logger.warn({ err: error, ...attempt, playable }, 'trailer failed');
  }

  /** Ends the processing. A playable trailer keeps its renditions. */
  private end(attempt: Attempt, failure: TrailerNotice, playable: boolean): Promise<void> {
    const { KEEP_SOURCE } = this.environment;
    return playable
      ? this.processing.finish(attempt, KEEP_SOURCE, [notice('SIZES_INCOMPLETE'), failure])
      : this.processing.fail(attempt, failure, KEEP_SOURCE);
  }
}

function requireFewLosses({ lostAttempts }: Source): void {
  if (lostAttempts > MAX_LOST_ATTEMPTS) throw new InvalidMediaError('FILE_NOT_PROCESSED');
}

/** Returns the notice for the administrator; undefined when another attempt may succeed. */
function failureNotice(error: unknown, lastChance: boolean): TrailerNotice | undefined {
  if (error instanceof InvalidMediaError) return error.notice;
  if (error instanceof ObjectChangedError) return notice('FILE_CHANGED');
  return lastChance ? notice('FILE_GIVEN_UP') : undefined;
}
