import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, type GateImageKind, isUuid } from '@secure-preview/contracts';
import { UploadedImagesService } from '../images/uploaded-images.service.js';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { uploadsAccepted } from '../uploads/uploads.metrics.js';
import { UploadsService } from '../uploads/uploads.service.js';
import type { StoredGateImage } from './gate-image.js';
import { GateImageRepository } from './gate-image.repository.js';
import { renderGateImage } from './render-gate-image.js';
import { renderMailImage } from './render-mail-image.js';

/** Bytes that one call returns, which encoded in base64 fit into a message of 256 KiB. */
const PIECE_BYTES = 180_000;
const ERRORS = { tooLarge: 'IMAGE_TOO_LARGE', notAnImage: 'NOT_AN_IMAGE' } as const;

/** A part of an image. */
interface Piece {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Offset of the next part in bytes; null after the last part. */
  readonly next: number | null;
}

/** Stores the images of the gate. Settings refer to the images by their ids. */
@Injectable()
export class GateImagesService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly images: UploadedImagesService,
    private readonly store: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly gateImages: GateImageRepository,
  ) {}

  /**
   * Returns the image that was rendered from the upload with this URL. The first call renders and stores it. An image
   * to which no settings have referred is deleted after a day.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL`, `UPLOAD_MISSING`, `IMAGE_TOO_LARGE`, `NOT_AN_IMAGE`, `KEY_ART_WRONG_SHAPE`
   */
  async fromUpload(kind: GateImageKind, imageURL: string): Promise<StoredGateImage> {
    const { objectKey: sourceKey } = await this.uploads.recognise(kind, imageURL);
    const existing = await this.gateImages.findBySource(sourceKey);
    if (existing) return existing;
    const rendered = await this.images.render(sourceKey, ERRORS, (image) => renderGateImage(kind, image));
    const { bytes, contentType, width, height } = rendered;
    const objectKey = randomObjectKey();
    await this.ledger.announce([objectKey]);
    await this.store.putBytes(objectKey, bytes, contentType);
    const id = randomUUID();
    const image = { id, kind, objectKey, contentType, bytes: bytes.length, width, height };
    const saved = await this.gateImages.save(image, sourceKey);
    if (saved.id === id) uploadsAccepted.inc({ kind });
    return saved;
  }

  /**
   * Keeps images permanently, because the history of the settings can restore them, and stores copies for mails. Returns
   * the ids of images that do not exist or have another kind.
   */
  async keep(images: readonly { id: string; kind: GateImageKind }[]): Promise<string[]> {
    const unknown: string[] = [];
    for (const { id, kind } of images) {
      const image = await this.gateImages.keep(id, kind);
      if (image) await this.copyForMails(image);
      else unknown.push(id);
    }
    return unknown;
  }

  /** Stores a small copy for the notifier, which has no access to the storage. An image whose file is lost has none. */
  private async copyForMails({ id, kind, objectKey }: StoredGateImage): Promise<void> {
    try {
      const copy = await this.images.render(objectKey, ERRORS, (image) => renderMailImage(kind, image));
      await this.gateImages.storeForMails(id, copy);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UPLOAD_MISSING')) throw error;
    }
  }

  /** Returns a part of an image, beginning at the byte `from`. @throws AppError `NOT_FOUND` */
  async read(id: string, from: number, signal: AbortSignal): Promise<Piece> {
    const image = isUuid(id) ? await this.gateImages.find(id) : undefined;
    const object = image && (await this.store.read(image.objectKey, signal));
    if (!object) throw new AppError('NOT_FOUND');
    const chunks: Uint8Array[] = [];
    for await (const chunk of object.body) chunks.push(chunk);
    const end = from + PIECE_BYTES;
    return {
      contentType: image.contentType,
      bytes: Buffer.concat(chunks).subarray(from, end),
      next: end < image.bytes ? end : null,
    };
  }
}
