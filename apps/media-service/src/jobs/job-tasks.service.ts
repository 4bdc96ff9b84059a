import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import type { JobHelpers, TaskList } from 'graphile-worker';
import * as z from 'zod';
import { LOGGER } from '../environment.js';
import { ClipAttemptRepository } from '../identification/clip/clip-attempt.repository.js';
import { ClipProcessorService } from '../identification/clip/clip-processor.service.js';
import { MarkIndexerService } from '../identification/index/mark-indexer.service.js';
import type { MediaJobs, TrailerJobName } from '../job-queue/enqueue.js';
import { MarkRepository } from '../marks/mark.repository.js';
import { ProcessingRepository } from '../processing/processing.repository.js';
import { TrailerProcessorService } from '../processing/trailer-processor.service.js';
import { TrailerKeysService } from '../secrets/trailer-keys.service.js';
import { DiskWatchService } from '../sweep/disk-watch.service.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { observeJob } from './job.metrics.js';

const storageWaits = z.int().min(0).default(0);
const trailerPayload = z.object({ trailerId: z.uuid(), storageWaits });
const clipPayload = z.object({ caseId: z.uuid(), storageWaits });

type Task = (payload: unknown, helpers: JobHelpers) => Promise<void>;

/** Implements each kind of job. */
@Injectable()
export class JobTasksService {
  constructor(
    private readonly processor: TrailerProcessorService,
    private readonly processing: ProcessingRepository,
    private readonly clips: ClipProcessorService,
    private readonly cases: ClipAttemptRepository,
    private readonly indexer: MarkIndexerService,
    private readonly sweeper: SweeperService,
    private readonly keys: TrailerKeysService,
    private readonly marks: MarkRepository,
    private readonly disk: DiskWatchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  list(): Record<keyof MediaJobs, Task> & TaskList {
    return {
      'process-trailer': this.forTrailer('process-trailer'),
      'finish-trailer': this.forTrailer('finish-trailer'),
      'read-clip': this.observed((payload, { job, abortSignal }) =>
        this.clips.process({
          ...clipPayload.parse(payload),
          isLastAttempt: job.attempts >= job.max_attempts,
          stop: abortSignal,
        }),
      ),
      'index-marks': this.observed((payload, { abortSignal }) =>
        this.indexer.index({ ...trailerPayload.parse(payload), stop: abortSignal }),
      ),
      sweep: this.observed(async (_payload, { abortSignal }) => {
        await this.processing.enqueueForgotten();
        await this.indexer.enqueueForgotten();
        await this.cases.enqueueForgotten();
        await this.processing.releaseRetired();
        await this.sweeper.sweep(abortSignal);
        await this.keys.rewrap(abortSignal);
        await this.keys.rewrap(abortSignal, this.marks);
        // Last: what frees space must not depend on an alert.
        await this.disk.check();
      }),
    };
  }

  private observed(task: Task): Task {
    return (payload, helpers) =>
      observeJob(helpers.job, helpers.abortSignal, this.logger, () => task(payload, helpers));
  }

  private forTrailer(name: TrailerJobName): Task {
    return this.observed((payload, { job, abortSignal }) =>
      this.processor.process({
        ...trailerPayload.parse(payload),
        job: name,
        alone: job.job_queue_id !== null,
        isLastAttempt: job.attempts >= job.max_attempts,
        stop: abortSignal,
      }),
    );
  }
}
