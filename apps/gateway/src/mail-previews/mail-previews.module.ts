import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { MailPreviewsController } from './mail-previews.controller.js';
import { MailPreviewsService } from './mail-previews.service.js';

@Module({
  imports: [SettingsModule],
  controllers: [MailPreviewsController],
  providers: [MailPreviewsService],
})
export class MailPreviewsModule {}
