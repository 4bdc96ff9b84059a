import { Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { GeneratedPostersModule } from '../posters/generated-posters.module.js';
import { MediaPrograms } from './ffmpeg/media-programs.js';
import { TrailerMaker } from './make-trailer.js';
import { PostgresProcessingRepository } from './persistence/postgres-processing.repository.js';
import { TrailerProcessor } from './process-trailer.js';
import { ProcessingRepository } from './processing.repository.js';
import { RenditionStore } from './rendition-store.js';

@Module({
  imports: [GeneratedPostersModule],
  providers: [
    TrailerProcessor,
    TrailerMaker,
    RenditionStore,
    { provide: ProcessingRepository, useClass: PostgresProcessingRepository },
    {
      provide: MediaPrograms,
      useFactory: ({ FFMPEG_PATH, FFPROBE_PATH }: MediaEnvironment) =>
        new MediaPrograms(FFMPEG_PATH, FFPROBE_PATH),
      inject: [MEDIA_ENVIRONMENT],
    },
  ],
  exports: [TrailerProcessor, MediaPrograms, ProcessingRepository],
})
export class ProcessingModule {}
