import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UploadPasswordModule } from '../upload-password/upload-password.module.js';
import { AuthController } from './auth.controller.js';

@Module({
  imports: [LeadsModule, SettingsModule, UploadPasswordModule],
  controllers: [AuthController],
})
export class AuthModule {}
