import { S3Error } from '../s3-error.js';

const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Declaration of the body: the value that the signature covers, and the hash of the body if it is declared. */
export interface DeclaredPayload {
  readonly hash: string;
  /** Lower-case hex SHA-256 to verify the body with; undefined for an unsigned payload. */
  readonly sha256: string | undefined;
}

/**
 * @param declared the value of `x-amz-content-sha256`, or undefined when the client sent none
 * @throws S3Error NotImplemented for the signed-chunk encodings, InvalidArgument for anything unknown
 */
export function readPayloadHash(declared: string = UNSIGNED_PAYLOAD): DeclaredPayload {
  if (declared === UNSIGNED_PAYLOAD) return { hash: declared, sha256: undefined };
  if (/^[0-9a-f]{64}$/.test(declared)) return { hash: declared, sha256: declared };
  if (declared.startsWith('STREAMING-')) {
    throw new S3Error(
      'NotImplemented',
      `The payload encoding ${declared} (aws-chunked) is not supported; sign the whole payload or UNSIGNED-PAYLOAD.`,
    );
  }
  throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a hex SHA-256.');
}
