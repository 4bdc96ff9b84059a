import { Module } from '@nestjs/common';
import { PostgresPosterAccess } from './persistence/postgres-poster-access.js';
import { PostgresRenditionRepository } from './persistence/postgres-rendition.repository.js';
import { PlaybackRpcController } from './playback.rpc.controller.js';
import { PlaybackService } from './playback.service.js';
import { PosterAccess } from './poster-access.js';
import { RecentRenditions } from './recent-renditions.js';
import { RenditionRepository } from './rendition.repository.js';

@Module({
  controllers: [PlaybackRpcController],
  providers: [
    PlaybackService,
    RecentRenditions,
    { provide: PosterAccess, useClass: PostgresPosterAccess },
    { provide: RenditionRepository, useClass: PostgresRenditionRepository },
  ],
})
export class PlaybackModule {}
