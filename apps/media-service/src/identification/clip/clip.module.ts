import { Module } from '@nestjs/common';
import { ProcessingModule } from '../../processing/processing.module.js';
import { EvidenceRepository } from '../index/evidence.repository.js';
import { EvidenceFilesService } from '../index/evidence-files.service.js';
import { MarkIndexRepository } from '../index/mark-index.repository.js';
import { ClipAttemptRepository } from './clip-attempt.repository.js';
import { ClipProcessorService } from './clip-processor.service.js';
import { ClipReaderService } from './clip-reader.service.js';

/** Reads the clips of found copies, in workers. */
@Module({
  imports: [ProcessingModule],
  providers: [
    ClipProcessorService,
    ClipReaderService,
    ClipAttemptRepository,
    EvidenceFilesService,
    EvidenceRepository,
    MarkIndexRepository,
  ],
  exports: [ClipProcessorService, ClipAttemptRepository],
})
export class ClipModule {}
