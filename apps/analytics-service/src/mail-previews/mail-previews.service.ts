import { Injectable } from '@nestjs/common';
import {
  AppError,
  type mailPreviewsRpc,
  type RpcParsedInput,
  type RpcResult,
} from '@secure-preview/contracts';
import type { MailImage } from '../database/outbox/mail-image.queries.js';
import { MailImagesService } from '../notifier/mail/mail-images.service.js';
import { mailPreview, previewContent } from './mail-preview.js';

type Compose = typeof mailPreviewsRpc.methods.compose;

/** Composes mails as a preview (docs/product.md#preview-of-mails). */
@Injectable()
export class MailPreviewsService {
  constructor(private readonly images: MailImagesService) {}

  async compose(shown: RpcParsedInput<Compose>): Promise<RpcResult<Compose>> {
    const content = previewContent(shown);
    return mailPreview(content, shown, await this.images.of(content));
  }

  /** @throws AppError `NOT_FOUND` */
  async image(id: string): Promise<MailImage> {
    const image = await this.images.find(id);
    if (!image) throw new AppError('NOT_FOUND');
    return image;
  }
}
