import { S3Client } from '@aws-sdk/client-s3';
import type { MediaEnvironment } from '../../environment.js';
import type { PublicEndpointSettings } from '../public-endpoint.js';

// On Node 20, the SDK warns at every start that its releases of 2027 need a newer version.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Milliseconds to open a connection. */
const CONNECT_MS = 2000;
/** Milliseconds until the first byte of a response. */
const RESPONSE_MS = 8000;

/** Silent logger, because callers report failures. Without it, the SDK writes some failures to the console. */
const noop = () => undefined;
const SILENT = { trace: noop, debug: noop, info: noop, warn: noop, error: noop };

type StoreSettings = Pick<MediaEnvironment, 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** Settings that identify the store, for this service and for browsers, and its bucket. */
export type S3Settings = StoreSettings &
  Pick<MediaEnvironment, 'S3_ENDPOINT' | 'S3_BUCKET'> &
  PublicEndpointSettings;

/**
 * Creates a client without the checksums of the SDK. The checksums corrupt objects on some servers, and presigned URLs
 * would contain the checksum of an empty body.
 *
 * @param responseMs limit from the first byte sent to the first byte of the response, in milliseconds
 */
export function s3Client(settings: StoreSettings, endpoint: string, responseMs = RESPONSE_MS): S3Client {
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
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: RESPONSE_MS,
    },
  });
}
