import { Module } from '@nestjs/common';
import { MailPreviewsRpcController } from './mail-previews.rpc.controller.js';

@Module({ controllers: [MailPreviewsRpcController] })
export class MailPreviewsModule {}
