import { S3Client } from '@aws-sdk/client-s3';
import type { MediaEnvironment } from '../../environment.js';

// The SDK would announce at every start on Node 20 that its releases of 2027 need a newer one.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Milliseconds to a connection, and to the first byte of an answer. */
const CONNECT_MS = 2000;
const ANSWER_MS = 8000;

type StoreSettings = Pick<MediaEnvironment, 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/**
 * Checksums of the SDK's own making are left out: they corrupt objects on some servers, and a presigned address
 * would carry that of an empty body.
 */
export function s3Client(settings: StoreSettings, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });
}
