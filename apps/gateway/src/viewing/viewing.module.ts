import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { ViewingController } from './viewing.controller.js';
import { WatchingService } from './watching.service.js';

@Module({
  imports: [LiveModule],
  controllers: [ViewingController],
  providers: [WatchingService],
  exports: [WatchingService],
})
export class ViewingModule {}
