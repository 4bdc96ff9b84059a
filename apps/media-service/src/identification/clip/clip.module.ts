import { Module } from '@nestjs/common';
import { ProcessingModule } from '../../processing/processing.module.js';
import { MarkIndexModule } from '../index/mark-index.module.js';
import { ClipAttemptRepository } from './clip-attempt.repository.js';
import { ClipProcessorService } from './clip-processor.service.js';
import { ClipReaderService } from './clip-reader.service.js';
import { VersionReaderService } from './version-reader.service.js';

/** Reads the clips of found copies, in workers. */
@Module({
  imports: [ProcessingModule, MarkIndexModule],
  providers: [ClipProcessorService, ClipReaderService, VersionReaderService, ClipAttemptRepository],
  exports: [ClipProcessorService, ClipAttemptRepository],
})
export class ClipModule {}
