import { Global, Module } from '@nestjs/common';
import { BlockRulesFollowerService } from './block-rules-follower.service.js';
import { SessionRecordsService } from './session-records.service.js';
import { SessionsService } from './sessions.service.js';

@Global()
@Module({
  providers: [BlockRulesFollowerService, SessionRecordsService, SessionsService],
  exports: [BlockRulesFollowerService, SessionRecordsService, SessionsService],
})
export class SessionsModule {}
