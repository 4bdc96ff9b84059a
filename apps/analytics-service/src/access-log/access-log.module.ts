import { Module } from '@nestjs/common';
import { AccessLogRepository } from './access-log.repository.js';

@Module({ providers: [AccessLogRepository], exports: [AccessLogRepository] })
export class AccessLogModule {}
