import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { GateImageKind } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { keepObject } from '../storage/object-claims.queries.js';
import { GateImageEntity } from './gate-image.entity.js';
import type { StoredGateImage } from './gate-image.js';
import { insertMailImage } from './mail-image.queries.js';
import type { RenderedMailImage } from './render-mail-image.js';

@Injectable()
export class GateImageRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(id: string): Promise<StoredGateImage | undefined> {
    return (await this.dataSource.manager.findOneBy(GateImageEntity, { id })) ?? undefined;
  }

  /** Returns the image of an upload. */
  async findBySource(sourceKey: string): Promise<StoredGateImage | undefined> {
    return (await this.dataSource.manager.findOneBy(GateImageEntity, { sourceKey })) ?? undefined;
  }

  /** Stores an image, or returns the existing image of the same upload. */
  async save(image: StoredGateImage, sourceKey: string): Promise<StoredGateImage> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(GateImageEntity)
      .values({ ...image, sourceKey })
      // Without columns to overwrite, this does nothing if the source already has an image.
      .orUpdate([], ['source_key'])
      .execute();
    return (await this.findBySource(sourceKey)) ?? image;
  }

  /** Keeps the object of an image. Returns undefined if there is none, or the sweep is already deleting it. */
  keep(id: string, kind: GateImageKind): Promise<StoredGateImage | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const image = await manager.findOneBy(GateImageEntity, { id, kind });
      return image && (await keepObject(manager, image.objectKey)) ? image : undefined;
    });
  }

  /** Stores the copy of an image for mails, unless it exists. */
  storeForMails(id: string, copy: RenderedMailImage): Promise<void> {
    return insertMailImage(this.dataSource, id, copy);
  }
}
