import { Module } from '@nestjs/common';
import { ClipModule } from '../identification/clip/clip.module.js';
import { MarkIndexModule } from '../identification/index/mark-index.module.js';
import { MarkRepository } from '../marks/mark.repository.js';
import { ProcessingModule } from '../processing/processing.module.js';
import { SweepModule } from '../sweep/sweep.module.js';
import { JobTasksService } from './job-tasks.service.js';
import { WorkerRunnerService } from './worker-runner.service.js';

@Module({
  imports: [ProcessingModule, MarkIndexModule, ClipModule, SweepModule],
  providers: [WorkerRunnerService, JobTasksService, MarkRepository],
  exports: [WorkerRunnerService],
})
export class JobsModule {}
