import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { WebhookTestLimitService } from './webhook-test-limit.service.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [SettingsModule],
  controllers: [WebhooksController],
  providers: [WebhookTestLimitService],
})
export class WebhooksModule {}
