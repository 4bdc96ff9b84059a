import { Module } from '@nestjs/common';
import { limits } from '@secure-preview/contracts';
import { PostersModule } from '../posters/posters.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { MarkedVersionsService } from './marked-versions.service.js';
import { TrailerRepository } from './trailer.repository.js';
import { TrailersRpcController } from './trailers.rpc.controller.js';
import { TrailersService } from './trailers.service.js';
import { MAX_VIDEO_BYTES, UploadCheckService } from './upload-check.service.js';

@Module({
  imports: [UploadsModule, PostersModule],
  controllers: [TrailersRpcController],
  providers: [
    TrailersService,
    MarkedVersionsService,
    UploadCheckService,
    { provide: MAX_VIDEO_BYTES, useValue: limits.video.maxBytes },
    TrailerRepository,
  ],
})
export class TrailersModule {}
