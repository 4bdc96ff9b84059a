import { callsEnvironment, env, processEnvironment } from '@secure-preview/service-kit/environment';
import * as z from 'zod';

/** Settings of a worker, which takes its jobs from Postgres. `.env.example` gives units and defaults. */
export const workerEnvironment = z.object({
  ...processEnvironment,
  DATABASE_URL: env.postgresUrl,
  /** `api` handles calls, `worker` processes videos. */
  MEDIA_ROLE: z
    .enum(['api', 'worker', 'both'], { error: "must be 'api', 'worker' or 'both'" })
    .default('both'),
  S3_ENDPOINT: env.url('http:', 'https:'),
  /** URL of the store for browsers. Defaults to the host name of the portal. */
  S3_PUBLIC_ENDPOINT: env.url('http:', 'https:').optional(),
  S3_PUBLIC_PORT: env.port.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name'),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  /** Secret that wraps the keys of encrypted segments. */
  MEDIA_SECRET: env.secret(32),
  /** Previous secret. It unwraps keys until the hourly sweep has rewrapped all of them. */
  MEDIA_SECRET_PREVIOUS: env.secret(32).optional(),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  /** Defaults to the ffprobe beside ffmpeg. */
  FFPROBE_PATH: z.string().optional(),
  /** Delivery of segments and posters: from presigned URLs of the store, or through the gateway. */
  MEDIA_DELIVERY: z
    .enum(['presigned', 'proxy'], { error: "must be 'presigned' or 'proxy'" })
    .default('presigned'),
  /** Seconds of a segment. Applies to renditions made after a change. */
  MEDIA_SEGMENT_SECONDS: env.int(1, 10).default(4),
  /** Seconds of a segment of marked trailers. Applies to uploads accepted after a change. */
  MARK_SEGMENT_SECONDS: z.coerce
    .number({ error: 'must be a number from 0.5 to 1' })
    .min(0.5, 'must be a number from 0.5 to 1')
    .max(1, 'must be a number from 0.5 to 1')
    .default(0.5),
  /** Whether to keep an upload after its processing. */
  KEEP_SOURCE: env.boolean.default(false),
  /** Days to keep a replaced trailer or poster, which can be activated again. */
  REPLACED_TRAILER_DAYS: env.int(0, 3650).default(7),
});

/** Settings of the roles `api` and `both`, which receive calls through Redis. */
export const mediaEnvironment = workerEnvironment.extend({
  ...callsEnvironment,
  RPC_REDIS_URL: env.redisUrl,
});

/** Settings common to all roles. */
export type MediaEnvironment = z.output<typeof workerEnvironment>;

/** Injection token of the settings. */
export const MEDIA_ENVIRONMENT = Symbol('media environment');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');
