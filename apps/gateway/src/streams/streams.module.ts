import { Module } from '@nestjs/common';
import { SessionChangesService } from './session-changes.service.js';
import { StreamCheckService } from './stream-check.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsService } from './streams.service.js';

@Module({
  controllers: [StreamsController],
  providers: [SessionChangesService, StreamCheckService, StreamsService],
})
export class StreamsModule {}
