import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TrailerNotice } from '@secure-preview/contracts';
import { DataSource, IsNull } from 'typeorm';
import { enqueueIndexing, type TrailerJobName } from '../job-queue/enqueue.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { keepPoster } from '../posters/poster-claims.queries.js';
import { releaseAttempts } from '../storage/object-claims.queries.js';
import { activateNewest, lockActiveTrailer } from '../trailers/active-trailer.queries.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import type { Attempt, NewRendition, NextJob, Progress, Source } from './attempt.js';
import { beginAttempt, lockAttempt, markFinished, markReady } from './attempt.queries.js';
import { currentAttempt, endAttempt, releaseUnneeded, reschedule } from './end-attempt.queries.js';
import { enqueueForgotten } from './forgotten-trailers.queries.js';
import { addRendition, releaseRetired, selectPublished } from './rendition.queries.js';
import { alertOfTrailer } from './trailer-alert.queries.js';

@Injectable()
export class ProcessingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Begins an attempt and releases leftover objects of earlier attempts to the sweep. Returns undefined when
   * the trailer was deleted or the job has nothing left to do.
   */
  begin(attempt: Attempt, job: TrailerJobName): Promise<Source | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const source = await beginAttempt(manager, attempt, job);
      if (source === undefined) return undefined;
      await releaseAttempts(manager, attempt.trailerId);
      return { ...source, published: await selectPublished(manager, attempt.trailerId) };
    });
  }

  /** Returns false when the attempt is superseded. */
  async report(attempt: Attempt, { step, percent, secondsLeft }: Progress): Promise<boolean> {
    const progress = { step, progress: percent, secondsLeft };
    const { affected } = await this.dataSource.manager.update(
      TrailerEntity,
      currentAttempt(attempt),
      progress,
    );
    return affected === 1;
  }

  /** Ends the attempt, so that the retried job can begin another one. */
  async release(attempt: Attempt): Promise<void> {
    await this.dataSource.transaction((manager) => endAttempt(manager, attempt, null));
  }

  /**
   * Ends the attempt and enqueues a job for the remaining work, in one transaction.
   *
   * @throws AttemptSupersededError
   */
  reschedule(attempt: Attempt, next: NextJob): Promise<void> {
    return this.dataSource.transaction((manager) => reschedule(manager, attempt, next));
  }

  /** Ends the processing of an unplayable trailer, with a notice for the administrator. */
  async fail(attempt: Attempt, failure: TrailerNotice, keepSource: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        TrailerEntity,
        { ...currentAttempt(attempt), status: 'processing' },
        {
          status: 'failed',
          failure,
          step: null,
          secondsLeft: null,
          attemptId: null,
          ladderDone: true,
        },
      );
      if (affected !== 1) return;
      await releaseUnneeded(manager, attempt.trailerId, keepSource);
      await alertOfTrailer(manager, attempt, 'trailerFailed');
    });
  }

  /**
   * Makes the trailer playable. Activates it unless a newer upload was activated before.
   *
   * @throws AttemptSupersededError
   */
  async publish(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void> {
    const { trailerId } = attempt;
    const video = renditions.find(({ kind }) => kind === 'video');
    if (video === undefined) throw new Error('a trailer without video cannot be published');
    await this.dataSource.transaction(async (manager) => {
      // The active trailer is always locked before other trailers, which avoids deadlocks.
      await lockActiveTrailer(manager);
      const order = await markReady(manager, attempt, video.durationSeconds);
      for (const rendition of renditions) await addRendition(manager, trailerId, rendition);
      await activateNewest(manager, trailerId, order);
      await alertOfTrailer(manager, attempt, 'trailerReady');
    });
  }

  /**
   * Adds renditions to a playable trailer, and retires its provisional ones. A copy of the upload is then no
   * longer listed, but still served to viewers who are watching it.
   *
   * @throws AttemptSupersededError
   */
  async extend(attempt: Attempt, renditions: readonly NewRendition[]): Promise<void> {
    const { trailerId } = attempt;
    await this.dataSource.transaction(async (manager) => {
      await lockAttempt(manager, attempt);
      const provisional = { trailerId, provisional: true, retiredAt: IsNull() };
      await manager.update(RenditionEntity, provisional, { retiredAt: () => 'clock_timestamp()' });
      for (const rendition of renditions) await addRendition(manager, trailerId, rendition);
    });
  }

  /** Stores a notice for the administrator about the result, which replaces earlier notices. */
  async warn(attempt: Attempt, warning: TrailerNotice): Promise<void> {
    await this.dataSource.manager.update(TrailerEntity, currentAttempt(attempt), {
      ladderWarnings: [warning],
    });
  }

  /** Returns whether the trailer has no poster. */
  lacksPoster(trailerId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(TrailerEntity, { id: trailerId, posterId: IsNull() });
  }

  /** Sets the poster of the trailer unless it already has one. */
  async showPoster(attempt: Attempt, posterId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockAttempt(manager, attempt);
      const lacking = { id: attempt.trailerId, posterId: IsNull() };
      // Another poster may have been set meanwhile: the unused one is left to the sweep.
      if (!(await manager.existsBy(TrailerEntity, lacking)) || !(await keepPoster(manager, posterId))) return;
      await manager.update(TrailerEntity, { id: attempt.trailerId }, { posterId });
    });
  }

  /**
   * Ends the processing of a playable trailer. The index of a marked one is made then.
   *
   * @param warnings notices for the administrator when something is missing; none otherwise
   * @throws AttemptSupersededError
   */
  async finish(attempt: Attempt, keepSource: boolean, warnings: readonly TrailerNotice[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { trailerId } = attempt;
      const isMarked = await markFinished(manager, attempt, warnings);
      if (isMarked) await enqueueIndexing(manager, { trailerId });
      await releaseUnneeded(manager, trailerId, keepSource);
    });
  }

  /** Releases the objects of renditions that were retired a day ago to the sweep. */
  releaseRetired(): Promise<void> {
    return releaseRetired(this.dataSource);
  }

  /** Enqueues a new job for each unfinished trailer without a runnable job. */
  enqueueForgotten(): Promise<void> {
    return enqueueForgotten(this.dataSource);
  }
}
