import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ViewingModule } from '../viewing/viewing.module.js';
import { SessionChangesService } from './session-changes.service.js';
import { StreamCheckService } from './stream-check.service.js';
import { StreamNewsService } from './stream-news.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';

@Module({
  imports: [LiveModule, SettingsModule, ViewingModule],
  controllers: [StreamsController],
  providers: [SessionChangesService, StreamCheckService, StreamNewsService, StreamsService],
})
export class StreamsModule {}
