import { Module } from '@nestjs/common';
import { OutboxSecretModule } from '../outbox-secret/outbox-secret.module.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhooksRpcController } from './webhooks.rpc.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [OutboxSecretModule],
  controllers: [WebhooksRpcController],
  providers: [WebhooksService, WebhookRepository],
  exports: [WebhooksService],
})
export class WebhooksModule {}
