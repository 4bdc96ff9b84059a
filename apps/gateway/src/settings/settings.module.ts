import { Module } from '@nestjs/common';
import { UploadPasswordModule } from '../upload-password/upload-password.module.js';
import { AlertSettingsKeeperService } from './alert-settings-keeper.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsAdminService } from './settings-admin.service.js';
import { SettingsFollowerService } from './settings-follower.service.js';

@Module({
  imports: [UploadPasswordModule],
  controllers: [SettingsController],
  providers: [SettingsAdminService, SettingsFollowerService, AlertSettingsKeeperService],
  exports: [SettingsFollowerService],
})
export class SettingsModule {}
