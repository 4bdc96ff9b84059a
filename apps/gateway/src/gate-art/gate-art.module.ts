import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { GateArtService } from './gate-art.service.js';
import { GateImageCacheService } from './gate-image-cache.service.js';
import { GateImagesController } from './gate-images.controller.js';

@Module({
  imports: [SettingsModule],
  controllers: [GateImagesController],
  providers: [GateArtService, GateImageCacheService],
  exports: [GateArtService],
})
export class GateArtModule {}
