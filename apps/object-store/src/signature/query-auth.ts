import { S3Error } from '../s3-error.js';
import type { SignableRequest } from './canonical-request.js';
import { ALGORITHM, compareSignature, requireSignedHeaders } from './compare-signature.js';
import { parseAmzDate, readCredential } from './credential-scope.js';
import { MAX_CLOCK_SKEW } from './header-auth.js';
import type { Identity } from './identity.js';
import { type DeclaredPayload, readPayloadHash } from './payload-hash.js';

/** Limit of S3 for the validity of a presigned URL, in seconds: a week. */
const MAX_EXPIRES = 7 * 24 * 60 * 60;

const MALFORMED = 'AuthorizationQueryParametersError';

function onlyValue(request: SignableRequest, wanted: string): string | undefined {
  const values = request.query.filter(([name]) => name === wanted).map(([, value]) => value);
  if (values.length > 1) throw new S3Error(MALFORMED, `${wanted} is given more than once.`);
  return values[0];
}

function requiredValue(request: SignableRequest, name: string): string {
  const value = onlyValue(request, name);
  if (!value) throw new S3Error(MALFORMED, `Query-string authentication version 4 requires ${name}.`);
  return value;
}

function checkLifetime(date: Date, expires: string, now: Date): void {
  const seconds = Number(expires);
  if (!/^\d+$/.test(expires) || seconds < 1 || seconds > MAX_EXPIRES) {
    throw new S3Error(MALFORMED, `X-Amz-Expires must be between 1 and ${MAX_EXPIRES} seconds.`);
  }
  const end = date.getTime() + seconds * 1000;
  if (now.getTime() > end) {
    const details = { Expires: new Date(end).toISOString(), ServerTime: now.toISOString() };
    throw new S3Error('AccessDenied', 'Request has expired', details);
  }
  if (date.getTime() - now.getTime() > MAX_CLOCK_SKEW) {
    throw new S3Error('AccessDenied', 'Request is not yet valid');
  }
}

/**
 * Verifies a presigned URL. The time is checked once, at the start of the request; an upload may take longer.
 *
 * Source: "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
 *
 * @throws S3Error for a wrong form, an expired URL, a wrong credential or signature
 */
export function verifyQueryAuth(request: SignableRequest, identity: Identity, now: Date): DeclaredPayload {
  if (requiredValue(request, 'X-Amz-Algorithm') !== ALGORITHM) {
    throw new S3Error(MALFORMED, `X-Amz-Algorithm only supports "${ALGORITHM}".`);
  }
  const amzDate = requiredValue(request, 'X-Amz-Date');
  const date = parseAmzDate(amzDate);
  if (!date) throw new S3Error(MALFORMED, 'X-Amz-Date must be in the form YYYYMMDDTHHMMSSZ.');
  const signature = requiredValue(request, 'X-Amz-Signature');
  const signedHeaders = requiredValue(request, 'X-Amz-SignedHeaders').split(';');
  const credential = requiredValue(request, 'X-Amz-Credential');
  const scope = readCredential(credential, amzDate, identity, MALFORMED);
  checkLifetime(date, requiredValue(request, 'X-Amz-Expires'), now);
  requireSignedHeaders(request, signedHeaders);

  const declared = request.headers['x-amz-content-sha256']?.[0] ?? onlyValue(request, 'X-Amz-Content-Sha256');
  const payload = readPayloadHash(declared);
  const claim = { scope, amzDate, signedHeaders, signature, payloadHash: payload.hash };
  compareSignature(request, claim, identity.secretAccessKey);
  return payload;
}
