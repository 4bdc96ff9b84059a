import { Module } from '@nestjs/common';
import { PostersModule } from '../posters/posters.module.js';
import { PostgresRenditionRepository } from './persistence/postgres-rendition.repository.js';
import { PlaybackRpcController } from './playback.rpc.controller.js';
import { PlaybackService } from './playback.service.js';
import { RenditionRepository } from './rendition.repository.js';

@Module({
  imports: [PostersModule],
  controllers: [PlaybackRpcController],
  providers: [PlaybackService, { provide: RenditionRepository, useClass: PostgresRenditionRepository }],
})
export class PlaybackModule {}
