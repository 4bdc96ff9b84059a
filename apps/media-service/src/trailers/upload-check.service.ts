import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import { ObjectChangedError, ObjectStore } from '../storage/object-store.js';
import { looksLikeVideo, SNIFFED_BYTES } from './video-type.js';

/** Injection token of the maximum size of a video, in bytes. */
export const MAX_VIDEO_BYTES = Symbol('largest video in bytes');

/** A checked upload. Every later read requires exactly this ETag. */
export interface CheckedUpload {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
}

/** Checks an uploaded video before a trailer is created from it. */
@Injectable()
export class UploadCheckService {
  constructor(
    private readonly store: ObjectStore,
    @Inject(MAX_VIDEO_BYTES) private readonly maxBytes: number,
  ) {}

  /** @throws AppError `UPLOAD_MISSING`, `VIDEO_TOO_LARGE` (the object is deleted), `NOT_A_VIDEO` */
  async check(key: string): Promise<CheckedUpload> {
    const facts = await this.store.facts(key);
    if (facts === undefined) throw new AppError('UPLOAD_MISSING');
    const { etag, bytes } = facts;
    if (bytes > this.maxBytes) {
      await this.store.delete(key);
      throw new AppError('VIDEO_TOO_LARGE', { params: { maxBytes: this.maxBytes } });
    }
    if (bytes === 0 || !(await looksLikeVideo(await this.start(key, etag)))) {
      throw new AppError('NOT_A_VIDEO');
    }
    return { key, etag, bytes };
  }

  private async start(key: string, etag: string): Promise<Uint8Array> {
    try {
      return await this.store.readStart(key, etag, SNIFFED_BYTES);
    } catch (error) {
      if (error instanceof ObjectChangedError) throw new AppError('UPLOAD_MISSING', { cause: error });
      throw error;
    }
  }
}
