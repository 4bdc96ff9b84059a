import { createHmac } from 'node:crypto';
import type { SignedSegment } from '@secure-preview/contracts';

/** Bytes of the hash that a record of a delivery holds. */
const HASH_BYTES = 12;

/**
 * The copy of a marked trailer that one person is sent. Its codeword has a bit for each segment after the initialisation
 * segment, lowest bit of a byte first.
 */
export class PersonalCopy {
  constructor(
    private readonly bits: Uint8Array,
    private readonly salt: Uint8Array,
  ) {}

  /** Returns the URL of the person's variant. */
  urlOf({ url, twinUrl, position }: SignedSegment): string {
    if (twinUrl === undefined) return url;
    return this.variantOf(position) === 1 ? twinUrl : url;
  }

  /**
   * Returns a hash of the variant that a session is sent, as Base64. Records do not tell the variant to anybody without
   * the salt, which media-service derives from the trailer's secret and gives to gateways only. The hash differs between
   * sessions, so records of people cannot be compared.
   */
  hashOf({ twinUrl, position }: SignedSegment, sessionRef: string): string | undefined {
    if (twinUrl === undefined) return undefined;
    const sent = `${sessionRef} ${position} ${this.variantOf(position)}`;
    return createHmac('sha256', this.salt).update(sent).digest().subarray(0, HASH_BYTES).toString('base64');
  }

  /** @throws RangeError beyond the end of the codeword */
  private variantOf(position: number): number {
    const segment = position - 1;
    const byte = this.bits[segment >> 3];
    if (byte === undefined) throw new RangeError('the codeword has no bit for this segment');
    return (byte >> (segment & 7)) & 1;
  }
}
