import { Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { MediaPrograms } from './ffmpeg/media-programs.js';
import { PostgresProcessingRepository } from './persistence/postgres-processing.repository.js';
import { TrailerProcessor } from './process-trailer.js';
import { ProcessingRepository } from './processing.repository.js';

@Module({
  providers: [
    TrailerProcessor,
    { provide: ProcessingRepository, useClass: PostgresProcessingRepository },
    {
      provide: MediaPrograms,
      useFactory: ({ FFMPEG_PATH, FFPROBE_PATH }: MediaEnvironment) =>
        new MediaPrograms(FFMPEG_PATH, FFPROBE_PATH),
      inject: [MEDIA_ENVIRONMENT],
    },
  ],
  exports: [TrailerProcessor, MediaPrograms],
})
export class ProcessingModule {}
