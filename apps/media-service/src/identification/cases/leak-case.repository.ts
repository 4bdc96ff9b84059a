import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AppError, type LeakPicture, type LeakResult, leakLimits } from '@secure-preview/contracts';
import type { Origin } from '@secure-preview/service-kit';
import type { Queryable } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { finishCommand, isFinishedCommand } from '../../commands/finished-command.queries.js';
import { enqueue, enqueueClip, removeWaitingClip } from '../../job-queue/enqueue.js';
import { keepObject } from '../../storage/object-claims.queries.js';
import { releaseClip } from '../clip/clip-attempt.queries.js';
import type { ClipReading } from '../clip/clip-reading.js';
import { LeakCaseEntity } from '../clip/leak-case.entity.js';
import { type Copies, caseResult } from './case-result.js';
import type { NewLeakCase, StoredLeakCase, StoredListedCase } from './leak-case.js';
import {
  countCases,
  insertCase,
  lockCase,
  selectCase,
  selectCaseOfUpload,
  selectCases,
  selectCopies,
  selectOpened,
  selectPicture,
  selectReadCases,
  selectReading,
  storeResult,
} from './leak-case.queries.js';

const COLUMNS = { found: 'found_picture', original: 'original_picture' } as const;

/** Found copies, for the part of media-service that may read codewords. */
@Injectable()
export class LeakCaseRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  find(id: string): Promise<StoredLeakCase | undefined> {
    return selectCase(this.dataSource, id);
  }

  /** Returns the case that a command opened, or that was opened for an upload. */
  async findOpened(sourceKey: string, commandId: string): Promise<StoredLeakCase | undefined> {
    return (
      (await selectCaseOfUpload(this.dataSource, sourceKey)) ??
      (await selectOpened(this.dataSource, commandId))
    );
  }

  /** Returns cases, newest first. */
  list(): Promise<StoredListedCase[]> {
    return selectCases(this.dataSource, leakLimits.cases);
  }

  /**
   * Stores a case with its job, and protects its clip from the sweep. Returns the existing case if the command or the
   * upload has one.
   *
   * @throws AppError `TOO_MANY_LEAK_CASES`; `UPLOAD_MISSING` if the sweep is already removing the clip
   */
  async open(opened: NewLeakCase, commandId: string, origin: Origin): Promise<StoredLeakCase> {
    await this.dataSource.transaction(async (manager) => {
      if ((await countCases(manager)) >= leakLimits.cases)
        throw new AppError('TOO_MANY_LEAK_CASES', { params: { max: leakLimits.cases } });
      if (!(await insertCase(manager, opened, commandId))) return;
      if (!(await keepObject(manager, opened.source.key))) throw new AppError('UPLOAD_MISSING');
      await enqueueClip(manager, { caseId: opened.id, origin });
    });
    const stored = await this.findOpened(opened.source.key, commandId);
    if (stored === undefined) throw new AppError('UPLOAD_MISSING');
    return stored;
  }

  /** Returns the cases whose clip was read and not yet compared, oldest first. */
  waiting(): Promise<string[]> {
    return selectReadCases(this.dataSource);
  }

  /**
   * Compares what was read of a clip with all codewords, and stores the result; the first one if several ask. Not in a
   * transaction: Postgres ends those that wait for 10 s, and a comparison may take longer.
   */
  async compare(id: string): Promise<void> {
    const reading = await selectReading(this.dataSource, id);
    if (reading !== undefined) await storeResult(this.dataSource, id, await this.resultOf(reading));
  }

  /** Compares what was read of a clip with all codewords, without any case. */
  async resultOf(reading: ClipReading): Promise<LeakResult> {
    return caseResult(reading, await copiesOf(this.dataSource, reading));
  }

  /**
   * Stops the reading of a clip, and releases the clip to the sweep. Repeated calls change nothing.
   *
   * @throws AppError `LEAK_CASE_FINISHED`
   */
  cancel(id: string): Promise<StoredLeakCase | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const found = await lockCase(manager, id);
      if (found === undefined || found.status === 'cancelled') return found;
      if (found.finishedAt !== null) throw new AppError('LEAK_CASE_FINISHED');
      const cancelled = { status: 'cancelled', step: null, attemptId: null } as const;
      await manager.update(LeakCaseEntity, { id }, { ...cancelled, finishedAt: () => 'clock_timestamp()' });
      await removeWaitingClip(manager, id);
      await releaseClip(manager, id);
      await enqueue(manager, 'sweep', {}, 'sweep');
      return selectCase(manager, id);
    });
  }

  async setNote(id: string, note: string): Promise<StoredLeakCase | undefined> {
    await this.dataSource.manager.update(LeakCaseEntity, { id }, { note });
    return this.find(id);
  }

  /** Deletes a case with its clip; returns false if it does not exist. */
  remove(id: string, commandId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (await isFinishedCommand(manager, commandId)) return true;
      if ((await lockCase(manager, id)) === undefined) return false;
      await removeWaitingClip(manager, id);
      await releaseClip(manager, id);
      await manager.delete(LeakCaseEntity, { id });
      await finishCommand(manager, commandId);
      await enqueue(manager, 'sweep', {}, 'sweep');
      return true;
    });
  }

  /** Returns a JPEG image; undefined if the case has none. */
  picture(id: string, which: LeakPicture): Promise<Buffer | undefined> {
    return selectPicture(this.dataSource, id, COLUMNS[which]);
  }
}

/** Returns the codewords of the versions that were read, by their ids. */
async function copiesOf(db: Queryable, { versions }: ClipReading): Promise<Map<string, Copies>> {
  const copies = new Map<string, Copies>();
  for (const { trailerId } of versions) copies.set(trailerId, await selectCopies(db, trailerId));
  return copies;
}
