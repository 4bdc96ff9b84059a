import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { GateImageRepository } from './gate-image.repository.js';
import { GateImagesRpcController } from './gate-images.rpc.controller.js';
import { GateImagesService } from './gate-images.service.js';

@Module({
  imports: [ImagesModule, UploadsModule],
  controllers: [GateImagesRpcController],
  providers: [GateImagesService, GateImageRepository],
})
export class GateImagesModule {}
