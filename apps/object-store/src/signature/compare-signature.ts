import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from '../s3-error.js';
import { canonicalRequest, type SignableRequest } from './canonical-request.js';
import type { CredentialScope } from './credential-scope.js';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Signature and scope that a client sent with its request. */
export interface SignatureClaim {
  readonly scope: CredentialScope;
  readonly amzDate: string;
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
  readonly signature: string;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

let last: { readonly secret: string; readonly scope: CredentialScope; readonly key: Buffer } | undefined;

/** Returns the key of a day and region. Keeps the last one: deriving a key takes longer than using it. */
function signingKey(secret: string, scope: CredentialScope): Buffer {
  const { day, region } = scope;
  if (last?.secret === secret && last.scope.day === day && last.scope.region === region) return last.key;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  last = { secret, scope, key };
  return key;
}

/** Computes the expected signature of a request with this secret ("Signature Version 4", tasks 2 and 3). */
export function computeSignature(
  request: SignableRequest,
  claim: Omit<SignatureClaim, 'signature'>,
  secretAccessKey: string,
): Buffer {
  const { day, region } = claim.scope;
  const canonical = canonicalRequest(request, claim.signedHeaders, claim.payloadHash);
  const canonicalHash = createHash('sha256').update(canonical, 'latin1').digest('hex');
  const stringToSign = [ALGORITHM, claim.amzDate, `${day}/${region}/s3/aws4_request`, canonicalHash].join(
    '\n',
  );
  return hmac(signingKey(secretAccessKey, claim.scope), stringToSign);
}

/**
 * Requires that every `x-amz-*` header is signed. Such headers affect the request, so none may be added later.
 *
 * @throws S3Error AccessDenied for an unsigned `x-amz-*` header, or when `host` is not signed
 */
export function requireSignedHeaders(request: SignableRequest, signedHeaders: readonly string[]): void {
  if (!signedHeaders.includes('host')) throw new S3Error('AccessDenied', 'The host header must be signed.');
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    const message = 'There were headers present in the request which were not signed';
    throw new S3Error('AccessDenied', message, { HeadersNotSigned: unsigned.join(', ') });
  }
}

/** @throws S3Error SignatureDoesNotMatch */
export function compareSignature(
  request: SignableRequest,
  claim: SignatureClaim,
  secretAccessKey: string,
): void {
  const expected = computeSignature(request, claim, secretAccessKey);
  const given = /^[0-9a-f]{64}$/.test(claim.signature)
    ? Buffer.from(claim.signature, 'hex')
    : Buffer.alloc(32);
  if (!timingSafeEqual(expected, given)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
}
