import { Global, Module } from '@nestjs/common';
import { SessionRecords } from './session-records.js';
import { SessionsService } from './sessions.service.js';

@Global()
@Module({ providers: [SessionRecords, SessionsService], exports: [SessionsService] })
export class SessionsModule {}
