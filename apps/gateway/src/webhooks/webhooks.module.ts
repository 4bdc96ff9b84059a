import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [SettingsModule],
  controllers: [WebhooksController],
})
export class WebhooksModule {}
