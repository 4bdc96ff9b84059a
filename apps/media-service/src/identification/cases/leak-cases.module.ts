import { Module } from '@nestjs/common';
import { leakLimits } from '@secure-preview/contracts';
import { MAX_VIDEO_BYTES, UploadCheckService } from '../../trailers/upload-check.service.js';
import { UploadsModule } from '../../uploads/uploads.module.js';
import { LeakCaseRepository } from './leak-case.repository.js';
import { LeakCasesService } from './leak-cases.service.js';
import { LeaksRpcController } from './leaks.rpc.controller.js';

/** Found copies, in the part of media-service that may read codewords. */
@Module({
  imports: [UploadsModule],
  controllers: [LeaksRpcController],
  providers: [
    LeakCasesService,
    LeakCaseRepository,
    UploadCheckService,
    { provide: MAX_VIDEO_BYTES, useValue: leakLimits.clip.maxBytes },
  ],
})
export class LeakCasesModule {}
