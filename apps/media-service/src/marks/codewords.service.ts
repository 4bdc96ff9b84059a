import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, limits, type Requester } from '@secure-preview/contracts';
import { drawCodeword } from '@secure-preview/marking';
import { mayWatch } from '../access/may-watch.js';
import { SecretBox } from '../secrets/secret-box.js';
import type { MarkedTrailer } from './codeword.queries.js';
import { CodewordRepository } from './codeword.repository.js';

/** Bits beyond the length of the trailer: the last segment may end after it, and a later rendition may differ a little. */
const RESERVE_SEGMENTS = 64;
const SALT_BYTES = 32;

/** Draws and returns the codewords that decide which variants of a marked trailer a person is sent. */
@Injectable()
export class CodewordsService {
  constructor(
    private readonly codewords: CodewordRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns the codeword of a person for a trailer, which is drawn once and never changes.
   *
   * @throws AppError `NOT_FOUND` unless the trailer is marked and ready, and the requester may watch it
   */
  async ensure(
    trailerId: string,
    markId: string,
    requester: Requester,
  ): Promise<{ bits: string; salt: string }> {
    const trailer = await this.codewords.trailer(trailerId);
    if (trailer === undefined || !mayWatch({ id: trailer.id, shown: trailer.active }, requester))
      throw new AppError('NOT_FOUND');
    const bits = await this.codewords.ensure(trailer.id, markId, () => drawCodeword(segmentsOf(trailer)));
    return { bits: bits.toString('base64'), salt: this.saltOf(trailer).toString('base64') };
  }

  /** Derives the secret of a trailer that hides variants in records of deliveries (RFC 5869). */
  private saltOf({ id, patternKey }: MarkedTrailer): Buffer {
    const key = this.box.unwrap(patternKey, id);
    return Buffer.from(hkdfSync('sha256', key, '', 'secure-preview delivered variant', SALT_BYTES));
  }
}

/** Returns the number of bits to draw. Larger renditions may not be made yet, so their segments cannot be counted. */
function segmentsOf({ durationSeconds, segmentSeconds }: MarkedTrailer): number {
  const seconds = durationSeconds ?? limits.video.maxHours * 3600;
  return Math.ceil(seconds / segmentSeconds) + RESERVE_SEGMENTS;
}
