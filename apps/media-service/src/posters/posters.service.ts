import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UploadedImagesService } from '../images/uploaded-images.service.js';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { uploadsAccepted } from '../uploads/uploads.metrics.js';
import { UploadsService } from '../uploads/uploads.service.js';
import type { Poster } from './poster.js';
import { PosterRepository } from './poster.repository.js';
import { renderPoster } from './render-poster.js';

const ERRORS = { tooLarge: 'POSTER_TOO_LARGE', notAnImage: 'POSTER_NOT_AN_IMAGE' } as const;

/** Creates posters from uploaded images. */
@Injectable()
export class PostersService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly images: UploadedImagesService,
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
    const rendered = await this.images.render(sourceKey, ERRORS, renderPoster);
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
}
