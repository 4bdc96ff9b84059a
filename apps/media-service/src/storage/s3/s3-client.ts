import { S3Client } from '@aws-sdk/client-s3';
import type { MediaEnvironment } from '../../environment.js';
import type { PublicEndpointSettings } from '../public-endpoint.js';

// Otherwise the SDK warns at every start on Node 20 that its releases of 2027 need a newer version.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Milliseconds to connect, and to the first byte of an answer. */
const CONNECT_MS = 2000;
const ANSWER_MS = 8000;

/** The caller reports failures. Without a logger the SDK also writes some of them to the console. */
const nothing = () => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

type StoreSettings = Pick<MediaEnvironment, 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** Settings that identify the store, for this service and for browsers, and its bucket. */
export type S3Settings = StoreSettings &
  Pick<MediaEnvironment, 'S3_ENDPOINT' | 'S3_BUCKET'> &
  PublicEndpointSettings;

/**
 * Creates a client without the SDK's own checksums. These corrupt objects on some servers, and a presigned
 * address would contain the checksum of an empty body.
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
