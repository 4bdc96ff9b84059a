import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ViewingModule } from '../viewing/viewing.module.js';
import { PlaybackController } from './playback.controller.js';
import { SignedSegmentsService } from './signed-segments.service.js';

@Module({
  imports: [ViewingModule, DeliveryModule],
  controllers: [PlaybackController],
  providers: [SignedSegmentsService],
})
export class PlaybackModule {}
