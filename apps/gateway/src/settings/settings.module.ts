import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { SettingsAdminService } from './settings-admin.service.js';
import { SettingsFollowerService } from './settings-follower.service.js';

@Module({
  controllers: [SettingsController],
  providers: [SettingsAdminService, SettingsFollowerService],
  exports: [SettingsFollowerService],
})
export class SettingsModule {}
