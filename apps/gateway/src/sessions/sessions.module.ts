import { Global, Module } from '@nestjs/common';
import { SessionRecordsService } from './session-records.service.js';
import { SessionsService } from './sessions.service.js';

@Global()
@Module({ providers: [SessionRecordsService, SessionsService], exports: [SessionsService] })
export class SessionsModule {}
