import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Poster } from './poster.js';
import { PosterRepository } from './poster.repository.js';
import { brightness, renderImage } from './render-poster.js';

/**
 * Minimum mean of red, green and blue, 0 to 255. A black frame has about 0, or 16 if its range was misinterpreted.
 */
const MIN_BRIGHTNESS = 24;

/** Creates posters from video frames, for trailers without a poster. */
@Injectable()
export class GeneratedPostersService {
  constructor(
    private readonly store: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly posters: PosterRepository,
  ) {}

  /** Returns whether a frame is brighter than black. */
  async isBrightEnough(image: Buffer): Promise<boolean> {
    return (await brightness(image)) >= MIN_BRIGHTNESS;
  }

  /** Creates the poster of a trailer, of any aspect ratio. Repeated calls return the same poster. */
  async fromImage(image: Buffer, trailerId: string): Promise<Poster> {
    const sourceKey = `poster of ${trailerId}`;
    const existing = await this.posters.findBySource(sourceKey);
    if (existing) return existing;
    const { bytes, contentType, width, height } = await renderImage(image);
    const objectKey = randomObjectKey();
    await this.ledger.announce([objectKey]);
    await this.store.putBytes(objectKey, bytes, contentType);
    return this.posters.save(
      { id: randomUUID(), objectKey, contentType, width, height, generated: true },
      sourceKey,
    );
  }
}
