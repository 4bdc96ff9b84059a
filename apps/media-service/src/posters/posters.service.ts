import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, limits } from '@secure-preview/contracts';
import pLimit from 'p-limit';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectChangedError, ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { uploadsAccepted } from '../uploads/uploads.metrics.js';
import { UploadsService } from '../uploads/uploads.service.js';
import type { Poster } from './poster.js';
import { PosterRepository } from './poster.repository.js';
import { renderPoster } from './render-poster.js';

/** Creates posters from uploaded images. */
@Injectable()
export class PostersService {
  /** Images are decoded one at a time, because 50 million pixels take 200 MB. */
  private readonly decoding = pLimit(1);

  constructor(
    private readonly uploads: UploadsService,
    private readonly store: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly posters: PosterRepository,
  ) {}

  /**
   * Returns the poster that was rendered from the upload with this URL. The first call renders and stores it. A poster
   * that no trailer uses is deleted after a day.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL`, `UPLOAD_MISSING`, `POSTER_TOO_LARGE`, `POSTER_NOT_AN_IMAGE`,
   * `POSTER_WRONG_SHAPE`
   */
  async fromUpload(posterURL: string): Promise<Poster> {
    const { objectKey: sourceKey } = await this.uploads.recognise('poster', posterURL);
    const existing = await this.posters.findBySource(sourceKey);
    if (existing) return existing;
    const source = await this.readSource(sourceKey);
    const rendered = await this.decoding(() => renderPoster(source));
    const { bytes, contentType, width, height } = rendered;
    const objectKey = randomObjectKey();
    await this.ledger.announce([objectKey]);
    await this.store.putBytes(objectKey, bytes, contentType);
    const id = randomUUID();
    const poster = { id, objectKey, contentType, width, height, generated: false };
    const saved = await this.posters.save(poster, sourceKey);
    if (saved.id === id) uploadsAccepted.inc({ kind: 'poster' });
    return saved;
  }

  private async readSource(key: string): Promise<Uint8Array> {
    const facts = await this.store.facts(key);
    if (facts === undefined) throw new AppError('UPLOAD_MISSING');
    const { maxBytes } = limits.poster;
    if (facts.bytes > maxBytes) {
      await this.store.delete(key);
      throw new AppError('POSTER_TOO_LARGE', { params: { maxBytes } });
    }
    if (facts.bytes === 0) throw new AppError('POSTER_NOT_AN_IMAGE');
    try {
      return await this.store.readStart(key, facts.etag, facts.bytes);
    } catch (error) {
      if (error instanceof ObjectChangedError) throw new AppError('UPLOAD_MISSING', { cause: error });
      throw error;
    }
  }
}
