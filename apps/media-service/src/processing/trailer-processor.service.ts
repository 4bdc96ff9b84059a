import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { notice, type TrailerNotice } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import type { TrailerJobName } from '../job-queue/enqueue.js';
import { ObjectChangedError } from '../storage/object-store.js';
import type { Attempt, NextJob, Source } from './attempt.js';
import { processed } from './processing.metrics.js';
import { ProcessingRepository } from './processing.repository.js';
import { AttemptSupersededError, InvalidMediaError } from './processing-errors.js';
import { ProgressWriter } from './progress-writer.js';
import { StorageUnavailableError, secondsToWait } from './storage-unavailable.js';
import { type AttemptContext, TrailerTranscoderService } from './trailer-transcoder.service.js';
import { withWorkFolder } from './work-folder.js';

/** Maximum lost attempts of a file. One more fails its trailer. */
const MAX_LOST_ATTEMPTS = 5;
/**
 * Lost attempts from which a file is processed alone. A bad file then does not use up the attempts of other files.
 */
const SUSPECT_LOST_ATTEMPTS = 2;

/** A job for a trailer, with its retry state. */
export interface Assignment {
  readonly trailerId: string;
  readonly job: TrailerJobName;
  /** Consecutive attempts that failed because the storage was unavailable. */
  readonly storageWaits: number;
  /** Whether no other suspect job runs at the same time, on any worker. */
  readonly alone: boolean;
  /** Whether this is the last attempt. */
  readonly isLastAttempt: boolean;
  /** Aborts when the worker shuts down. */
  readonly stop: AbortSignal;
}

/** Turns accepted uploads into playable trailers. */
@Injectable()
export class TrailerProcessorService {
  constructor(
    private readonly processing: ProcessingRepository,
    private readonly transcoder: TrailerTranscoderService,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs one attempt. Resolves when the trailer is finished or has failed, or when a new job is queued that continues
   * the work. Rejects when the job should be retried, for example when `stop` aborts.
   */
  async process(assignment: Assignment): Promise<void> {
    const { trailerId, job, stop } = assignment;
    const attempt: Attempt = { trailerId, attemptId: randomUUID() };
    const upload = await this.processing.begin(attempt, job);
    if (upload === undefined) return;
    const progress = new ProgressWriter(this.processing, attempt, this.logger);
    const signal = AbortSignal.any([stop, progress.signal]);
    const state = { playable: upload.published.length > 0 };
    try {
      const next = await this.attempt(assignment, { attempt, upload, signal, progress }, () => {
        state.playable = true;
      });
      progress.stop();
      if (next !== undefined) return await this.processing.reschedule(attempt, next);
      await this.processing.finish(attempt, this.environment.KEEP_SOURCE, []);
      this.logger.info(attempt, 'trailer is finished');
    } catch (error) {
      progress.stop();
      await this.handleFailure(error, assignment, attempt, state.playable);
    }
  }

  /** Returns the next job; undefined when all is done. */
  private async attempt(
    { job, alone }: Assignment,
    context: Omit<AttemptContext, 'dir'>,
    onPublished: () => void,
  ): Promise<NextJob | undefined> {
    const { attempt, upload } = context;
    const queued = { step: null, delaySeconds: 0, storageWaits: 0 };
    requireFewLostAttempts(upload);
    if (upload.lostAttempts >= SUSPECT_LOST_ATTEMPTS && !alone) return { ...queued, job, alone: true };
    const finishJob = { ...queued, job: 'finish-trailer' as const, alone: false };
    if (job === 'finish-trailer') {
      await withWorkFolder((dir) => this.transcoder.createRest({ ...context, dir }));
      return undefined;
    }
    if (upload.published.length > 0) return finishJob;
    const hasMore = await withWorkFolder((dir) =>
      this.transcoder.createPlayable({ ...context, dir }, () => {
        onPublished();
        processed.inc({ outcome: 'ready' });
        this.logger.info(attempt, 'trailer is ready');
      }),
    );
    return hasMore ? finishJob : undefined;
  }

  private async handleFailure(
    error: unknown,
    { job, alone, storageWaits, isLastAttempt, stop }: Assignment,
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
      return this.processing.reschedule(attempt, { ...next, step: 'storage-unavailable' });
    }
    const failure = failureNotice(error, isLastAttempt && !stop.aborted);
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

function requireFewLostAttempts({ lostAttempts }: Source): void {
  if (lostAttempts > MAX_LOST_ATTEMPTS) throw new InvalidMediaError('FILE_NOT_PROCESSED');
}

/** Returns the notice for the administrator; undefined when another attempt may succeed. */
function failureNotice(error: unknown, isLastAttempt: boolean): TrailerNotice | undefined {
  if (error instanceof InvalidMediaError) return error.notice;
  if (error instanceof ObjectChangedError) return notice('FILE_CHANGED');
  return isLastAttempt ? notice('FILE_GIVEN_UP') : undefined;
}
