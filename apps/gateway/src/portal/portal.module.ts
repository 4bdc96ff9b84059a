import { Module } from '@nestjs/common';
import { GateArtModule } from '../gate-art/gate-art.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { PortalController } from './portal.controller.js';
import { PortalConfigService } from './portal-config.service.js';

@Module({
  imports: [GateArtModule, SettingsModule],
  controllers: [PortalController],
  providers: [PortalConfigService],
  exports: [PortalConfigService],
})
export class PortalModule {}
