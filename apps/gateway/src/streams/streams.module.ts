import { Module } from '@nestjs/common';
import { ViewingModule } from '../viewing/viewing.module.js';
import { SessionChangesService } from './session-changes.service.js';
import { StreamCheckService } from './stream-check.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';

@Module({
  imports: [ViewingModule],
  controllers: [StreamsController],
  providers: [SessionChangesService, StreamCheckService, StreamsService],
})
export class StreamsModule {}
