import { S3Error } from '../s3-error.js';
import type { SignableRequest } from './canonical-request.js';
import { ALGORITHM, compareSignature, requireSignedHeaders } from './compare-signature.js';
import { parseAmzDate, readCredential } from './credential-scope.js';
import type { Identity } from './identity.js';
import { type DeclaredPayload, readPayloadHash } from './payload-hash.js';

/** Limit of S3 for the difference between a client's clock and ours, in milliseconds. */
export const MAX_CLOCK_SKEW = 15 * 60 * 1000;

function readAuthorization(header: string): {
  credential: string;
  signedHeaders: string[];
  signature: string;
} {
  if (!header.startsWith(`${ALGORITHM} `)) {
    throw new S3Error(
      'InvalidRequest',
      `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    );
  }
  const fields = new Map(
    header
      .slice(ALGORITHM.length)
      .split(',')
      .map((field) => {
        const [name = '', ...value] = field.trim().split('=');
        return [name, value.join('=')] as const;
      }),
  );
  const credential = fields.get('Credential');
  const signedHeaders = fields.get('SignedHeaders');
  const signature = fields.get('Signature');
  if (!credential || !signedHeaders || !signature) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      'The authorization header needs Credential, SignedHeaders and Signature.',
    );
  }
  return { credential, signedHeaders: signedHeaders.split(';'), signature };
}

/**
 * Verifies an `Authorization: AWS4-HMAC-SHA256` header.
 *
 * @throws S3Error for a wrong form, clock, credential or signature
 */
export function verifyHeaderAuth(request: SignableRequest, identity: Identity, now: Date): DeclaredPayload {
  const header = (name: string) => request.headers[name]?.[0];
  const { credential, signedHeaders, signature } = readAuthorization(header('authorization') ?? '');
  const amzDate = header('x-amz-date') ?? '';
  const date = parseAmzDate(amzDate);
  if (!date) throw new S3Error('AccessDenied', 'AWS authentication requires a valid x-amz-date header');
  const contentHash = header('x-amz-content-sha256');
  if (!contentHash)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');

  const scope = readCredential(credential, amzDate, identity, 'AuthorizationHeaderMalformed');
  if (Math.abs(now.getTime() - date.getTime()) > MAX_CLOCK_SKEW) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  requireSignedHeaders(request, signedHeaders);
  const payload = readPayloadHash(contentHash);
  const claim = { scope, amzDate, signedHeaders, signature, payloadHash: payload.hash };
  compareSignature(request, claim, identity.secretAccessKey);
  return payload;
}
