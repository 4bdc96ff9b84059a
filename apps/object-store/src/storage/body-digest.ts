import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3-error.js';

/** Digests that a client sent for its body. All of them are verified. */
export interface ExpectedDigests {
  /** Hex, from `x-amz-content-sha256`. */
  readonly payloadSha256?: string | undefined;
  /** Base64, from `Content-MD5`. */
  readonly md5?: string | undefined;
  /** Base64 by algorithm, from `x-amz-checksum-*`. */
  readonly checksums?: Partial<Record<ChecksumAlgorithm, string>>;
}

export const CHECKSUM_ALGORITHMS = ['crc32', 'sha1', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** Computes the digests of a streamed body: those requested, and MD5, which is the ETag. */
export class BodyDigest {
  private readonly md5 = createHash('md5');
  private readonly sha256: Hash | undefined;
  private readonly sha1: Hash | undefined;
  private readonly wantsCrc32: boolean;
  private crc32 = 0;

  constructor(private readonly expected: ExpectedDigests) {
    const { checksums = {}, payloadSha256 } = expected;
    if (payloadSha256 || checksums.sha256) this.sha256 = createHash('sha256');
    if (checksums.sha1) this.sha1 = createHash('sha1');
    this.wantsCrc32 = checksums.crc32 !== undefined;
  }

  update(chunk: Buffer): void {
    this.md5.update(chunk);
    this.sha256?.update(chunk);
    this.sha1?.update(chunk);
    if (this.wantsCrc32) this.crc32 = crc32(chunk, this.crc32);
  }

  /**
   * Finishes the body.
   *
   * @returns the hex MD5
   * @throws S3Error BadDigest or XAmzContentSHA256Mismatch
   */
  verify(): string {
    const md5 = this.md5.digest();
    const sha256 = this.sha256?.digest();
    const { checksums = {}, payloadSha256 } = this.expected;
    if (payloadSha256 && sha256?.toString('hex') !== payloadSha256) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(this.crc32);
    const pairs: Array<[name: string, expected: string | undefined, actual: Buffer | undefined]> = [
      ['Content-MD5', this.expected.md5, md5],
      ['CRC32', checksums.crc32, crc],
      ['SHA1', checksums.sha1, this.sha1?.digest()],
      ['SHA256', checksums.sha256, sha256],
    ];
    for (const [name, expected, actual] of pairs) {
      if (expected !== undefined && actual?.toString('base64') !== expected) {
        throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
      }
    }
    return md5.toString('hex');
  }
}
