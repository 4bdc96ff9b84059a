import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PATTERN_KEY_BYTES } from '@secure-preview/marking';
import { SecretBox } from '../../secrets/secret-box.js';
import { AttemptSupersededError } from '../processing-errors.js';
import { PatternKeyRepository } from './pattern-key.repository.js';

/** Provides the keys from which the patterns of trailers are made. */
@Injectable()
export class PatternKeysService {
  constructor(
    private readonly keys: PatternKeyRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns the single key of a trailer, created by the first attempt that needs it. Later attempts make the same
   * patterns, in the same order of variants.
   *
   * @throws AttemptSupersededError if the trailer was deleted
   */
  async ensure(trailerId: string): Promise<Buffer> {
    const fresh = this.box.wrap(randomBytes(PATTERN_KEY_BYTES), trailerId);
    const wrapped = await this.keys.ensure(trailerId, fresh);
    if (wrapped === undefined) throw new AttemptSupersededError();
    return this.box.unwrap(wrapped, trailerId);
  }
}
