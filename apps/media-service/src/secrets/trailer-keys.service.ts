import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { SecretBox, SecretBoxError } from './secret-box.js';
import type { WrappedKeyStore, WrappedTrailerKey } from './trailer-key.js';
import { TrailerKeyRepository } from './trailer-key.repository.js';

const PAGE = 100;

/** Provides the keys of trailers. Unwraps a key only on request. */
@Injectable()
export class TrailerKeysService {
  constructor(
    private readonly keys: TrailerKeyRepository,
    private readonly box: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the 16 bytes of a key, and its trailer. Returns undefined for an unknown id, and for a trailer that is not
   * ready or that the requester may not watch.
   *
   * @throws SecretBoxError when the key was wrapped with an unknown secret
   */
  async find(
    keyId: string,
    mayWatch: (trailer: { id: string; shown: boolean }) => boolean,
  ): Promise<{ bytes: Buffer; trailerId: string } | undefined> {
    const key = isUuid(keyId) ? await this.keys.find(keyId) : undefined;
    if (key === undefined || !mayWatch({ id: key.trailerId, shown: key.active })) return undefined;
    const { trailerId } = key;
    return { bytes: this.box.unwrap(key.wrapped, trailerId), trailerId };
  }

  /**
   * Rewraps keys of the previous secret with the current one. Any number of calls may run at once.
   *
   * @param store of the keys; by default those of segments
   * @returns the number of keys rewrapped
   */
  async rewrap(stop: AbortSignal, store: WrappedKeyStore = this.keys): Promise<number> {
    let renewed = 0;
    let after: string | undefined;
    for (;;) {
      const page = await store.page(after, PAGE);
      for (const key of page) {
        stop.throwIfAborted();
        if (!this.box.isCurrent(key.wrapped) && (await this.renew(store, key))) renewed += 1;
      }
      if (page.length < PAGE) return renewed;
      after = page.at(-1)?.id;
    }
  }

  private async renew(store: WrappedKeyStore, key: WrappedTrailerKey): Promise<boolean> {
    try {
      await store.replace(key, this.box.wrap(this.box.unwrap(key.wrapped, key.trailerId), key.trailerId));
      return true;
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      this.logger.error(
        { err: error, trailerId: key.trailerId },
        'the key of a trailer cannot be unwrapped; set MEDIA_SECRET_PREVIOUS to the previous secret',
      );
      return false;
    }
  }
}
