import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../http/request-context.js';
import { GATE_IMAGES, type GateImagesClient } from '../rpc/rpc.module.js';

export interface CachedImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Images in memory. Two are shown; more are read only by administrators, for previews. */
const MAX_IMAGES = 6;
/** Limit for reading all pieces of an image, in milliseconds. */
const READ_TIMEOUT_MS = 8000;

/** Reads images of the gate once, and keeps the last ones in memory. An image never changes. */
@Injectable()
export class GateImageCacheService {
  private readonly images = new Map<string, Promise<CachedImage>>();

  constructor(@Inject(GATE_IMAGES) private readonly client: GateImagesClient) {}

  /** @throws AppError `NOT_FOUND` */
  get(imageId: string, http: RequestContext): Promise<CachedImage> {
    const cached = this.images.get(imageId);
    if (cached) return cached;
    const image = this.read(imageId, http);
    this.images.set(imageId, image);
    image.catch(() => this.images.delete(imageId));
    const [oldest] = this.images.keys();
    if (this.images.size > MAX_IMAGES && oldest !== undefined) this.images.delete(oldest);
    return image;
  }

  private async read(imageId: string, http: RequestContext): Promise<CachedImage> {
    const call = http.callsWithin(READ_TIMEOUT_MS);
    const pieces: Buffer[] = [];
    let contentType = '';
    for (let from: number | null = 0; from !== null; ) {
      const piece: Awaited<ReturnType<GateImagesClient['readGateImage']>> = await this.client.readGateImage(
        { imageId, from },
        call(),
      );
      contentType = piece.contentType;
      pieces.push(Buffer.from(piece.body, 'base64'));
      from = piece.next;
    }
    return { contentType, bytes: Buffer.concat(pieces) };
  }
}
