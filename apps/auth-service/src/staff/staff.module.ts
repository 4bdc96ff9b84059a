import { Module } from '@nestjs/common';
import { PostgresStaffSessionRepository } from './persistence/postgres-staff-session.repository.js';
import { StaffSessionRepository } from './staff-session.repository.js';

@Module({
  providers: [{ provide: StaffSessionRepository, useClass: PostgresStaffSessionRepository }],
  exports: [StaffSessionRepository],
})
export class StaffModule {}
