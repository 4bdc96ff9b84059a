import { Injectable } from '@nestjs/common';
import { isUuid } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { findMailImage, type MailImage } from './mail-image.queries.js';

@Injectable()
export class MailImageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the image with this id; undefined if media-service has stored none. */
  async find(id: string): Promise<MailImage | undefined> {
    return isUuid(id) ? findMailImage(this.dataSource, id) : undefined;
  }
}
