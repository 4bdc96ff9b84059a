import { Module } from '@nestjs/common';
import { StaffModule } from '../staff/staff.module.js';
import { LeadStandingRpcController } from './lead-standing.rpc.controller.js';
import { LeadStandingService } from './lead-standing.service.js';
import { PostgresShutOutRepository } from './persistence/postgres-shut-out.repository.js';
import { ShutOutRepository } from './shut-out.repository.js';
import { ShutOutPublisher } from './shut-out-publisher.js';

@Module({
  imports: [StaffModule],
  controllers: [LeadStandingRpcController],
  providers: [
    LeadStandingService,
    ShutOutPublisher,
    { provide: ShutOutRepository, useClass: PostgresShutOutRepository },
  ],
})
export class LeadStandingModule {}
