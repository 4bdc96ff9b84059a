import { Module } from '@nestjs/common';
import { PostgresUploadTicketRepository } from './persistence/postgres-upload-ticket.repository.js';
import { UploadTicketRepository } from './upload-ticket.repository.js';
import { UploadsRpcController } from './uploads.rpc.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [UploadsRpcController],
  providers: [UploadsService, { provide: UploadTicketRepository, useClass: PostgresUploadTicketRepository }],
  exports: [UploadsService],
})
export class UploadsModule {}
