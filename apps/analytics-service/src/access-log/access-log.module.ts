import { Module } from '@nestjs/common';
import { AccessLogRepository } from './access-log.repository.js';
import { PostgresAccessLogRepository } from './persistence/postgres-access-log.repository.js';

@Module({
  providers: [{ provide: AccessLogRepository, useClass: PostgresAccessLogRepository }],
  exports: [AccessLogRepository],
})
export class AccessLogModule {}
