import { Module } from '@nestjs/common';
import { UploadTicketRepository } from './upload-ticket.repository.js';
import { UploadsRpcController } from './uploads.rpc.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [UploadsRpcController],
  providers: [UploadsService, UploadTicketRepository],
  exports: [UploadsService],
})
export class UploadsModule {}
