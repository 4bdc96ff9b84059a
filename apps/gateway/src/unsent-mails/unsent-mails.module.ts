import { Module } from '@nestjs/common';
import { UnsentMailsController } from './unsent-mails.controller.js';

@Module({ controllers: [UnsentMailsController] })
export class UnsentMailsModule {}
