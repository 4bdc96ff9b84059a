import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Poster } from './poster.js';
import { PosterRepository } from './poster.repository.js';
import { brightness, renderPicture } from './render-poster.js';

/**
 * Mean of red, green and blue, 0 to 255. A black picture has about 0, or 16 if its range was misinterpreted.
 */
const DARKEST = 24;

/** Makes posters from frames of the videos, for trailers without one. */
@Injectable()
export class GeneratedPostersService {
  constructor(
    private readonly store: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly posters: PosterRepository,
  ) {}

  /** Returns whether a picture is brighter than black. */
  async showsSomething(picture: Buffer): Promise<boolean> {
    return (await brightness(picture)) >= DARKEST;
  }

  /** Returns the poster of a trailer, of any shape. Repeated calls for a trailer return the same poster. */
  async fromPicture(picture: Buffer, trailerId: string): Promise<Poster> {
    const sourceKey = `picture of ${trailerId}`;
    const known = await this.posters.findBySource(sourceKey);
    if (known) return known;
    const { bytes, contentType, width, height } = await renderPicture(picture);
    const objectKey = randomObjectKey();
    await this.ledger.announce([objectKey]);
    await this.store.putBytes(objectKey, bytes, contentType);
    return this.posters.save(
      { id: randomUUID(), objectKey, contentType, width, height, generated: true },
      sourceKey,
    );
  }
}
