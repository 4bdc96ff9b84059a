import { Module } from '@nestjs/common';
import { CaptionRepository } from './caption.repository.js';
import { CaptionsRpcController } from './captions.rpc.controller.js';
import { CaptionsService } from './captions.service.js';

@Module({
  controllers: [CaptionsRpcController],
  providers: [CaptionsService, CaptionRepository],
})
export class CaptionsModule {}
