import { Module } from '@nestjs/common';
import { ProcessingModule } from '../processing/processing.module.js';
import { SweeperService } from '../storage/sweeper.service.js';
import { JobTasksService } from './job-tasks.service.js';
import { WorkerRunnerService } from './worker-runner.service.js';

@Module({
  imports: [ProcessingModule],
  providers: [WorkerRunnerService, JobTasksService, SweeperService],
  exports: [WorkerRunnerService],
})
export class JobsModule {}
