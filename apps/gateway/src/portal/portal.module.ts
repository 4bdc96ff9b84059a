import { Module } from '@nestjs/common';
import { PortalController } from './portal.controller.js';
import { PortalConfigService } from './portal-config.service.js';

@Module({ controllers: [PortalController], providers: [PortalConfigService], exports: [PortalConfigService] })
export class PortalModule {}
