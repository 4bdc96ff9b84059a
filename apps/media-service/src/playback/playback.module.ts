import { Module } from '@nestjs/common';
import { CodewordRepository } from '../marks/codeword.repository.js';
import { CodewordsService } from '../marks/codewords.service.js';
import { PlaybackRpcController } from './playback.rpc.controller.js';
import { PlaybackService } from './playback.service.js';
import { PosterAccessRepository } from './poster-access.repository.js';
import { RecentRenditionsService } from './recent-renditions.service.js';
import { RenditionRepository } from './rendition.repository.js';

@Module({
  controllers: [PlaybackRpcController],
  providers: [
    PlaybackService,
    RecentRenditionsService,
    PosterAccessRepository,
    RenditionRepository,
    CodewordsService,
    CodewordRepository,
  ],
})
export class PlaybackModule {}
