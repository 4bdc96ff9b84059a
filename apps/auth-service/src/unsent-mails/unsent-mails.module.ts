import { Module } from '@nestjs/common';
import { UnsentMailRepository } from './unsent-mail.repository.js';
import { UnsentMailsRpcController } from './unsent-mails.rpc.controller.js';

@Module({ controllers: [UnsentMailsRpcController], providers: [UnsentMailRepository] })
export class UnsentMailsModule {}
