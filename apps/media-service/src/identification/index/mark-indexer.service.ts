import { Inject, Injectable } from '@nestjs/common';
import { leakLimits } from '@secure-preview/contracts';
import { indexTrailer, loadOpenCv, storedIndex } from '@secure-preview/marking';
import { type Logger, secondsSince } from '@secure-preview/service-kit';
import { LOGGER } from '../../environment.js';
import { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { stepDuration } from '../../processing/processing.metrics.js';
import { StorageUnavailableError, secondsToWait } from '../../processing/storage-unavailable.js';
import { withWorkFolder } from '../../processing/work-folder.js';
import { type CheckTools, checkMarks } from './check-marks.js';
import { EvidenceFilesService } from './evidence-files.service.js';
import type { MarkCheckResult } from './mark-index.queries.js';
import { MarkIndexRepository } from './mark-index.repository.js';
import { sandboxedFrames } from './sandboxed-frames.js';

export interface IndexAssignment {
  readonly trailerId: string;
  /** Consecutive attempts that failed because the storage was unavailable. */
  readonly storageWaits: number;
  /** Aborts when the worker shuts down. */
  readonly stop: AbortSignal;
}

/** Indexes marked trailers, so that found copies can be compared with them, and tries whether their marks can be read. */
@Injectable()
export class MarkIndexerService {
  constructor(
    private readonly indexes: MarkIndexRepository,
    private readonly files: EvidenceFilesService,
    private readonly programs: MediaPrograms,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Indexes a trailer that lacks an index. Stores nothing before the end, so an attempt that was killed is simply
   * repeated. Rejects when the job should be retried.
   */
  async index({ trailerId, storageWaits, stop }: IndexAssignment): Promise<void> {
    if (!(await this.indexes.lacks(trailerId))) return;
    try {
      await withWorkFolder((dir) => this.indexIn(dir, trailerId, stop));
    } catch (error) {
      if (!(error instanceof StorageUnavailableError) || stop.aborted) throw error;
      const delaySeconds = secondsToWait(storageWaits);
      this.logger.warn(
        { err: error, trailerId, delaySeconds },
        'the storage is unavailable; trying again later',
      );
      await this.indexes.retry(trailerId, storageWaits + 1, delaySeconds);
    }
  }

  /** Adds a job for each trailer that lacks an index and has no job for it. */
  enqueueForgotten(): Promise<void> {
    return this.indexes.enqueueForgotten();
  }

  private async indexIn(dir: string, trailerId: string, signal: AbortSignal): Promise<void> {
    const found = await this.files.find(trailerId);
    if (found === undefined) return;
    const lengths = found.segments.flatMap(({ seconds }) => seconds ?? []);
    if (lengths.length > leakLimits.segments) {
      await this.indexes.replace(trailerId, unchecked(lengths), null);
      this.logger.warn(
        { trailerId, segments: lengths.length },
        'the trailer is too long for its marks to be read',
      );
      return;
    }
    const evidence = await measured('download', () => this.files.join(found, dir, signal));
    const cv = await loadOpenCv();
    const { programs } = this;
    const frames = sandboxedFrames(programs, { dir, signal, priority: 'lowest' });
    const tools: CheckTools = { cv, frames, programs, dir, signal };
    const { first: file, fps, aspect } = evidence;
    const index = await measured('index', () => indexTrailer(cv, frames, { file, fps, aspect }));
    const result = await measured('check', () => checkMarks(evidence, tools));
    await this.indexes.replace(trailerId, result, storedIndex(index));
    const { segments, readableSegments } = result;
    this.logger.info({ trailerId, segments, readableSegments }, 'the marks of the trailer are checked');
  }
}

/** Returns the result for a trailer whose marks are not read. @param lengths seconds of its segments */
function unchecked(lengths: readonly number[]): MarkCheckResult {
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  return { erased: [], segments: lengths.length, readableSegments: 0, bits: 0, seconds };
}

async function measured<T>(step: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    stepDuration.observe({ step }, secondsSince(start));
  }
}
