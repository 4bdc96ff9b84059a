import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { notice, type TrailerNotice } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../../environment.js';
import { AttemptSupersededError, InvalidMediaError } from '../../processing/processing-errors.js';
import { ProgressWriter } from '../../processing/progress-writer.js';
import {
  mapStorageError,
  StorageUnavailableError,
  secondsToWait,
} from '../../processing/storage-unavailable.js';
import { withWorkFolder } from '../../processing/work-folder.js';
import { ObjectChangedError, ObjectStore } from '../../storage/object-store.js';
import type { CaseClip, ClipAttempt, ReadClip } from './clip-attempt.js';
import { ClipAttemptRepository } from './clip-attempt.repository.js';
import { ClipReaderService } from './clip-reader.service.js';
import { withDeadline } from './with-deadline.js';

/**
 * Maximum lost attempts of a clip. One more fails its case. A clip that ends its workers must not use up the attempts of
 * the uploads that they process.
 */
const MAX_LOST_ATTEMPTS = 2;

/** Steps of an attempt. The weights are about the shares of time for a clip of half a minute. */
const STAGES = [
  { step: 'download', weight: 1 },
  { step: 'probe', weight: 1 },
  { step: 'match', weight: 4 },
  { step: 'read', weight: 10 },
];

/** A job for a clip, with its retry state. */
export interface ClipAssignment {
  readonly caseId: string;
  /** Consecutive attempts that failed because the storage was unavailable. */
  readonly storageWaits: number;
  /** Whether this is the last attempt. */
  readonly isLastAttempt: boolean;
  /** Aborts when the worker shuts down. */
  readonly stop: AbortSignal;
}

/** Reads the clips of found copies. */
@Injectable()
export class ClipProcessorService {
  constructor(
    private readonly attempts: ClipAttemptRepository,
    private readonly reader: ClipReaderService,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs one attempt. Resolves when the clip was read, could not be read, or waits for the storage. Rejects when the job
   * should be retried, for example when `stop` aborts.
   */
  async process(assignment: ClipAssignment): Promise<void> {
    const { caseId, stop } = assignment;
    const attempt: ClipAttempt = { caseId, attemptId: randomUUID() };
    const clip = await this.attempts.begin(attempt);
    if (clip === undefined) return;
    const progress = new ProgressWriter(this.attempts, attempt, this.logger);
    progress.plan(STAGES);
    try {
      if (clip.lostAttempts > MAX_LOST_ATTEMPTS) throw new InvalidMediaError('FILE_NOT_PROCESSED');
      const signal = AbortSignal.any([stop, progress.signal]);
      const read = await withWorkFolder((dir) => this.attempt(clip, attempt, progress, { dir, signal }));
      progress.stop();
      await this.attempts.finish(attempt, read);
      this.logger.info({ ...attempt, versions: read.reading.versions.length }, 'clip is read');
    } catch (error) {
      progress.stop();
      await this.handleFailure(error, assignment, attempt);
    }
  }

  private async attempt(
    { key, etag }: CaseClip,
    attempt: ClipAttempt,
    progress: ProgressWriter<ClipAttempt>,
    { dir, signal: stop }: { dir: string; signal: AbortSignal },
  ): Promise<ReadClip> {
    const file = join(dir, 'clip');
    await progress.begin('download');
    await mapStorageError(stop, this.store.download(key, etag, file, stop));
    return withDeadline(stop, (signal) =>
      this.reader.read(file, {
        dir,
        signal,
        onStep: (step) => progress.begin(step),
        onLength: (seconds) => this.attempts.storeLength(attempt, seconds),
        onProgress: (share) => progress.report(share),
      }),
    );
  }

  private async handleFailure(
    error: unknown,
    { storageWaits, isLastAttempt, stop }: ClipAssignment,
    attempt: ClipAttempt,
  ): Promise<void> {
    if (error instanceof AttemptSupersededError) throw error;
    if (error instanceof StorageUnavailableError && !stop.aborted) {
      const delaySeconds = secondsToWait(storageWaits);
      this.logger.warn(
        { err: error, ...attempt, delaySeconds },
        'the storage is unavailable; trying again later',
      );
      return this.attempts.postpone(attempt, { storageWaits: storageWaits + 1, delaySeconds });
    }
    const failure = failureNotice(error, isLastAttempt && !stop.aborted);
    if (failure === undefined) {
      await this.attempts.release(attempt);
      throw error;
    }
    await this.attempts.fail(attempt, failure);
    this.logger.warn({ err: error, ...attempt }, 'clip could not be read');
  }
}

/** Returns the notice for the administrator; undefined when another attempt may succeed. */
function failureNotice(error: unknown, isLastAttempt: boolean): TrailerNotice | undefined {
  if (error instanceof InvalidMediaError) return error.notice;
  if (error instanceof ObjectChangedError) return notice('FILE_CHANGED');
  return isLastAttempt ? notice('FILE_GIVEN_UP') : undefined;
}
