import { Module } from '@nestjs/common';
import { PlaybackRpcController } from './playback.rpc.controller.js';
import { PlaybackService } from './playback.service.js';
import { PosterAccessRepository } from './poster-access.repository.js';
import { RecentRenditionsService } from './recent-renditions.service.js';
import { RenditionRepository } from './rendition.repository.js';

@Module({
  controllers: [PlaybackRpcController],
  providers: [PlaybackService, RecentRenditionsService, PosterAccessRepository, RenditionRepository],
})
export class PlaybackModule {}
