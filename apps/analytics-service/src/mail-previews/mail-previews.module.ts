import { Module } from '@nestjs/common';
import { MailImageRepository } from '../database/outbox/mail-image.repository.js';
import { MailImagesService } from '../notifier/mail/mail-images.service.js';
import { MailPreviewsRpcController } from './mail-previews.rpc.controller.js';
import { MailPreviewsService } from './mail-previews.service.js';

@Module({
  controllers: [MailPreviewsRpcController],
  providers: [MailPreviewsService, MailImagesService, MailImageRepository],
})
export class MailPreviewsModule {}
