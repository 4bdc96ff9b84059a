import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveFlagsService } from './live-flags.service.js';
import { LiveSessionsService } from './live-sessions.service.js';

@Module({
  controllers: [LiveController],
  providers: [LiveSessionsService, LiveFlagsService],
  exports: [LiveSessionsService],
})
export class LiveModule {}
