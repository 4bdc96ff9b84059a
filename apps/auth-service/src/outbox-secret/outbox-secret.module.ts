import { Module } from '@nestjs/common';
import { OutboxSecretService } from './outbox-secret.service.js';

@Module({ providers: [OutboxSecretService], exports: [OutboxSecretService] })
export class OutboxSecretModule {}
