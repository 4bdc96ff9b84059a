import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { AuthController } from './auth.controller.js';
import { KnownBrowserService } from './known-browser.service.js';

@Module({
  imports: [LeadsModule, SettingsModule],
  controllers: [AuthController],
  providers: [KnownBrowserService],
  exports: [KnownBrowserService],
})
export class AuthModule {}
