import { Module } from '@nestjs/common';
import { MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { GeneratedPostersModule } from '../posters/generated-posters.module.js';
import { MediaPrograms } from './ffmpeg/media-programs.js';
import { PatternKeyRepository } from './marking/pattern-key.repository.js';
import { PatternKeysService } from './marking/pattern-keys.service.js';
import { ProcessingRepository } from './processing.repository.js';
import { RenditionStoreService } from './rendition-store.service.js';
import { TrailerProcessorService } from './trailer-processor.service.js';
import { TrailerTranscoderService } from './trailer-transcoder.service.js';

@Module({
  imports: [GeneratedPostersModule],
  providers: [
    TrailerProcessorService,
    TrailerTranscoderService,
    RenditionStoreService,
    PatternKeyRepository,
    PatternKeysService,
    ProcessingRepository,
    {
      provide: MediaPrograms,
      useFactory: ({ FFMPEG_PATH, FFPROBE_PATH }: MediaEnvironment) =>
        new MediaPrograms(FFMPEG_PATH, FFPROBE_PATH),
      inject: [MEDIA_ENVIRONMENT],
    },
  ],
  exports: [TrailerProcessorService, MediaPrograms, ProcessingRepository],
})
export class ProcessingModule {}
