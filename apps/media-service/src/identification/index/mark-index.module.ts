import { Module } from '@nestjs/common';
import { ProcessingModule } from '../../processing/processing.module.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceFilesService } from './evidence-files.service.js';
import { MarkIndexRepository } from './mark-index.repository.js';
import { MarkIndexerService } from './mark-indexer.service.js';

@Module({
  imports: [ProcessingModule],
  providers: [EvidenceRepository, EvidenceFilesService, MarkIndexRepository, MarkIndexerService],
  exports: [EvidenceFilesService, MarkIndexRepository, MarkIndexerService],
})
export class MarkIndexModule {}
