import { Module } from '@nestjs/common';
import { ProcessingModule } from '../processing/processing.module.js';
import { Sweeper } from '../storage/sweeper.js';
import { Tasks } from './tasks.js';
import { WorkerRunner } from './worker-runner.js';

@Module({
  imports: [ProcessingModule],
  providers: [WorkerRunner, Tasks, Sweeper],
  exports: [WorkerRunner],
})
export class JobsModule {}
