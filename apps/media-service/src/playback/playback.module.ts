import { Module } from '@nestjs/common';
import { PostgresPosterAccessRepository } from './persistence/postgres-poster-access.repository.js';
import { PostgresRenditionRepository } from './persistence/postgres-rendition.repository.js';
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
    { provide: PosterAccessRepository, useClass: PostgresPosterAccessRepository },
    { provide: RenditionRepository, useClass: PostgresRenditionRepository },
  ],
})
export class PlaybackModule {}
