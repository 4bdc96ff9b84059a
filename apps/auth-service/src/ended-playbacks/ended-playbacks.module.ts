import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EndedPlaybackEntity } from './ended-playback.entity.js';
import { EndedPlaybackRepository } from './ended-playback.repository.js';
import { EndedPlaybackPublisherService } from './ended-playback-publisher.service.js';
import { EndedPlaybacksRpcController } from './ended-playbacks.rpc.controller.js';
import { EndedPlaybacksService } from './ended-playbacks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([EndedPlaybackEntity])],
  controllers: [EndedPlaybacksRpcController],
  providers: [EndedPlaybacksService, EndedPlaybackPublisherService, EndedPlaybackRepository],
})
export class EndedPlaybacksModule {}
