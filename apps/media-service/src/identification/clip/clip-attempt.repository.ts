import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { TrailerNotice } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { enqueue, enqueueClip } from '../../job-queue/enqueue.js';
import type { Progress } from '../../processing/attempt.js';
import { AttemptSupersededError } from '../../processing/processing-errors.js';
import type { CaseClip, ClipAttempt, ReadClip } from './clip-attempt.js';
import { beginClipAttempt, COMPARE_STEP, releaseClip, selectForgottenCases } from './clip-attempt.queries.js';
import { LeakCaseEntity } from './leak-case.entity.js';

/** Progress of a case whose clip was read, in percent. */
const READ_PERCENT = 99;

const current = ({ caseId, attemptId }: ClipAttempt) => ({ id: caseId, attemptId });
const now = () => 'clock_timestamp()';

/** What a worker changes of a found copy. It has no right to read results. */
@Injectable()
export class ClipAttemptRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Begins an attempt. Returns undefined when the case was deleted, or nothing is left to read. */
  begin(attempt: ClipAttempt): Promise<CaseClip | undefined> {
    return beginClipAttempt(this.dataSource, attempt);
  }

  /** Returns false when the attempt is superseded. */
  async report(attempt: ClipAttempt, { step, percent }: Progress): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(LeakCaseEntity, current(attempt), {
      step,
      progress: percent,
    });
    return affected === 1;
  }

  /** Stores the length of the clip. */
  async storeLength(attempt: ClipAttempt, durationSeconds: number): Promise<void> {
    await this.dataSource.manager.update(LeakCaseEntity, current(attempt), { durationSeconds });
  }

  /** Ends the attempt, so that the retried job can begin another one. */
  async release(attempt: ClipAttempt): Promise<void> {
    await this.dataSource.manager.update(LeakCaseEntity, current(attempt), { attemptId: null, step: null });
  }

  /**
   * Ends the attempt, and enqueues another one for later.
   *
   * @throws AttemptSupersededError
   */
  async postpone(
    attempt: ClipAttempt,
    { storageWaits, delaySeconds }: { storageWaits: number; delaySeconds: number },
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const waiting = { attemptId: null, step: 'storage-unavailable' };
      const { affected } = await manager.update(LeakCaseEntity, current(attempt), waiting);
      if (affected !== 1) throw new AttemptSupersededError();
      await enqueueClip(manager, { caseId: attempt.caseId, storageWaits }, { delaySeconds });
    });
  }

  /** Ends the reading of a clip with a notice for the administrator. Releases the clip to the sweep. */
  async fail(attempt: ClipAttempt, failure: TrailerNotice): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const failed = { status: 'failed', failure, step: null, attemptId: null, finishedAt: now } as const;
      const { affected } = await manager.update(LeakCaseEntity, current(attempt), failed);
      if (affected !== 1) return;
      await releaseClip(manager, attempt.caseId);
      await enqueue(manager, 'sweep', {}, 'sweep');
    });
  }

  /** Stores what was read of the clip. @throws AttemptSupersededError */
  async finish(attempt: ClipAttempt, { reading, seconds, pictures }: ReadClip): Promise<void> {
    const { affected } = await this.dataSource.manager.update(LeakCaseEntity, current(attempt), {
      reading,
      durationSeconds: seconds,
      foundPicture: pictures?.found ?? null,
      originalPicture: pictures?.original ?? null,
      step: COMPARE_STEP,
      progress: READ_PERCENT,
      attemptId: null,
    });
    if (affected !== 1) throw new AttemptSupersededError();
  }

  /** Enqueues a new job for each unread case without a runnable job. */
  async enqueueForgotten(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      for (const caseId of await selectForgottenCases(manager)) await enqueueClip(manager, { caseId });
    });
  }
}
