import { S3Client } from '@aws-sdk/client-s3';
import type { MediaEnvironment } from '../../environment.js';
import type { PublicEndpointSettings } from '../public-endpoint.js';

// The SDK would announce at every start on Node 20 that its releases of 2027 need a newer one.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Milliseconds to a connection, and to the first byte of an answer. */
const CONNECT_MS = 2000;
const ANSWER_MS = 8000;

/** Who called tells of a failure; without a logger the SDK writes about some to the console as well. */
const nothing = () => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

type StoreSettings = Pick<MediaEnvironment, 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** What names the store, as this service and as browsers reach it, and the bucket in it. */
export type S3Settings = StoreSettings &
  Pick<MediaEnvironment, 'S3_ENDPOINT' | 'S3_BUCKET'> &
  PublicEndpointSettings;

/**
 * Checksums of the SDK's own making are left out: they corrupt objects on some servers, and a presigned address
 * would carry that of an empty body.
 *
 * @param answerMs milliseconds from the first byte sent to the first byte of the answer
 */
export function s3Client(settings: StoreSettings, endpoint: string, answerMs = ANSWER_MS): S3Client {
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
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });
}
