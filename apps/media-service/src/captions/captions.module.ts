import { Module } from '@nestjs/common';
import { CaptionRepository } from './caption.repository.js';
import { CaptionsRpcController } from './captions.rpc.controller.js';
import { CaptionsService } from './captions.service.js';
import { PostgresCaptionRepository } from './persistence/postgres-caption.repository.js';

@Module({
  controllers: [CaptionsRpcController],
  providers: [CaptionsService, { provide: CaptionRepository, useClass: PostgresCaptionRepository }],
})
export class CaptionsModule {}
