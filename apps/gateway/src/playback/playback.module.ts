import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { PersonalCopiesService } from '../marks/personal-copies.service.js';
import { ViewingModule } from '../viewing/viewing.module.js';
import { PlaybackController } from './playback.controller.js';
import { SignedSegmentsService } from './signed-segments.service.js';

@Module({
  imports: [ViewingModule, DeliveryModule],
  controllers: [PlaybackController],
  providers: [SignedSegmentsService, PersonalCopiesService],
})
export class PlaybackModule {}
