import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../secrets/secret-box.js';
import { TrailerKeyRepository } from '../secrets/trailer-key.repository.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import type { Attempt, NewRendition } from './attempt.js';
import type { SourceFacts } from './probe/source-facts.js';
import { AttemptSupersededError } from './processing-errors.js';
import type { ProgressWriter } from './progress-writer.js';
import { storeRenditions } from './store-rendition.js';
import type { LocalRendition } from './transcode.js';

const KEY_BYTES = 16;
const MAX_FRAME_RATE = 60;

interface StoreContext {
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  readonly progress: ProgressWriter<Attempt>;
}

/** Stores renditions, encrypted with the key of their trailer. */
@Injectable()
export class RenditionStoreService {
  constructor(
    private readonly keys: TrailerKeyRepository,
    private readonly objects: ObjectStore,
    private readonly ledger: StoredObjectsRepository,
    private readonly box: SecretBox,
  ) {}

  /** @param provisional whether the full ladder replaces these renditions later */
  async store(
    localRenditions: readonly LocalRendition[],
    { video }: SourceFacts,
    provisional: boolean,
    { attempt, signal, progress }: StoreContext,
  ): Promise<NewRendition[]> {
    await progress.begin('store');
    const frameRate = video.frameRate === null ? null : Math.min(video.frameRate, MAX_FRAME_RATE);
    return storeRenditions(
      localRenditions,
      { frameRate, provisional },
      {
        store: this.objects,
        ledger: this.ledger,
        attempt,
        signal,
        key: await this.key(attempt.trailerId),
        onProgress: (share) => progress.report(share),
      },
    );
  }

  /** Returns the single key of a trailer, created by the first attempt that needs it. */
  private async key(trailerId: string): Promise<Buffer> {
    const fresh = this.box.wrap(randomBytes(KEY_BYTES), trailerId);
    const wrapped = await this.keys.ensure(trailerId, fresh);
    if (wrapped === undefined) throw new AttemptSupersededError();
    return this.box.unwrap(wrapped, trailerId);
  }
}
