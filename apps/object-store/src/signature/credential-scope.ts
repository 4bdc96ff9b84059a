import { S3Error, type S3ErrorCode } from '../s3-error.js';
import type { Identity } from './identity.js';

/** Day, region and service for which a signing key is valid: `20261121/us-east-1/s3/aws4_request`. */
export interface CredentialScope {
  /** `YYYYMMDD`, UTC. */
  readonly day: string;
  readonly region: string;
}

/** Parses a time such as `20261121T093000Z`; returns undefined for any other text. */
export function parseAmzDate(text: string): Date | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Reads `Credential=` and checks that it names this store.
 *
 * @param malformed the error code for a wrong form, which differs between header and query signatures
 * @throws S3Error InvalidAccessKeyId, or `malformed` for another day, region or service
 */
export function readCredential(
  credential: string,
  amzDate: string,
  identity: Identity,
  malformed: S3ErrorCode,
): CredentialScope {
  const parts = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(credential);
  if (!parts)
    throw new S3Error(
      malformed,
      'The Credential is malformed; expecting "KEY/YYYYMMDD/REGION/s3/aws4_request".',
    );
  const [, accessKeyId, day = '', region = '', service, terminator] = parts;
  if (service !== 's3' || terminator !== 'aws4_request') {
    throw new S3Error(malformed, 'The Credential is for another service; expecting "s3/aws4_request".');
  }
  if (!amzDate.startsWith(day)) {
    throw new S3Error(malformed, 'The day of the Credential is not the day of X-Amz-Date.');
  }
  if (region !== identity.region) {
    const message = `The region '${region}' is wrong; expecting '${identity.region}'.`;
    throw new S3Error(malformed, message, { Region: identity.region });
  }
  if (accessKeyId !== identity.accessKeyId) {
    throw new S3Error('InvalidAccessKeyId', 'The access key ID you provided does not exist in our records.');
  }
  return { day, region };
}
