import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode, limits } from '@secure-preview/contracts';
import pLimit from 'p-limit';
import { ObjectChangedError, ObjectStore } from '../storage/object-store.js';
import { type OpenedImage, openImage } from './open-image.js';

/** Codes of the errors for one kind of image. */
interface ImageErrors {
  readonly tooLarge: ErrorCode;
  readonly notAnImage: ErrorCode;
}

/** Reads and re-encodes uploaded images. */
@Injectable()
export class UploadedImagesService {
  /** Images are decoded one at a time, because 50 million pixels take 200 MB. */
  private readonly decoding = pLimit(1);

  constructor(private readonly store: ObjectStore) {}

  /**
   * Returns the result of `render` for an upload. Deletes an upload that is too large.
   *
   * @throws AppError `UPLOAD_MISSING`, the codes of `errors`, and the errors of `render`
   */
  async render<T>(key: string, errors: ImageErrors, render: (image: OpenedImage) => Promise<T>): Promise<T> {
    const source = await this.readSource(key, errors);
    return this.decoding(async () => {
      try {
        return await render(await openImage(source));
      } catch (error) {
        throw error instanceof AppError ? error : new AppError(errors.notAnImage, { cause: error });
      }
    });
  }

  private async readSource(key: string, errors: ImageErrors): Promise<Uint8Array> {
    const facts = await this.store.facts(key);
    if (facts === undefined) throw new AppError('UPLOAD_MISSING');
    const { maxBytes } = limits.poster;
    if (facts.bytes > maxBytes) {
      await this.store.delete(key);
      throw new AppError(errors.tooLarge, { params: { maxBytes } });
    }
    if (facts.bytes === 0) throw new AppError(errors.notAnImage);
    try {
      return await this.store.readStart(key, facts.etag, facts.bytes);
    } catch (error) {
      if (error instanceof ObjectChangedError) throw new AppError('UPLOAD_MISSING', { cause: error });
      throw error;
    }
  }
}
