import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { HealthController } from './health.controller.js';
import { StartupService } from './startup.service.js';

@Module({
  imports: [SettingsModule],
  controllers: [HealthController],
  providers: [StartupService],
  exports: [StartupService],
})
export class HealthModule {}
