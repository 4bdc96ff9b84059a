import { Injectable } from '@nestjs/common';
import type { JobHelpers, TaskList } from 'graphile-worker';
import * as z from 'zod';
import { TrailerProcessor } from '../processing/process-trailer.js';
import { Sweeper } from '../storage/sweeper.js';
import type { MediaJobs } from './enqueue.js';

const processPayload = z.object({ trailerId: z.uuid() });

/** What each kind of job does. */
@Injectable()
export class Tasks {
  constructor(
    private readonly processor: TrailerProcessor,
    private readonly sweeper: Sweeper,
  ) {}

  list(): TaskList {
    const tasks: Record<keyof MediaJobs, (payload: unknown, helpers: JobHelpers) => Promise<void>> = {
      'process-trailer': (payload, { job, abortSignal }) => {
        const { trailerId } = processPayload.parse(payload);
        return this.processor.process(trailerId, abortSignal, job.attempts >= job.max_attempts);
      },
      sweep: async (_payload, { abortSignal }) => {
        await this.sweeper.sweep(abortSignal);
      },
    };
    return tasks;
  }
}
