import { Module } from '@nestjs/common';
import { ViewingModule } from '../viewing/viewing.module.js';
import { LeadRepository } from './lead.repository.js';
import { LeadsRpcController } from './leads.rpc.controller.js';
import { LeadsService } from './leads.service.js';
import { PostgresLeadRepository } from './persistence/postgres-lead.repository.js';

@Module({
  imports: [ViewingModule],
  controllers: [LeadsRpcController],
  providers: [LeadsService, { provide: LeadRepository, useClass: PostgresLeadRepository }],
})
export class LeadsModule {}
