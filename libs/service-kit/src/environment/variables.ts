import { isIP } from 'node:net';
import { RedisAddressError, sentinelOptions } from '@secure-preview/rpc/redis-address';
import * as z from 'zod';

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const HOST_NAME = /^[\w-]+(\.[\w-]+)*\.?$/;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
}

/** Returns the error of a Redis address, phrased to follow its variable's name. */
function redisAddressError(text: string): string | undefined {
  try {
    sentinelOptions(text);
    return undefined;
  } catch (error) {
    if (error instanceof RedisAddressError) return error.message;
    throw error;
  }
}

/** Types of environment variables that several processes read. */
export const env = {
  url: (...protocols: string[]) =>
    z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    }),
  postgresUrl: z.string().refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
    message: 'must be an address that begins with postgres://',
  }),
  /** Address of one server or of its Sentinels. */
  redisUrl: z.string().superRefine((text, context) => {
    const message = redisAddressError(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  /** 0: the system chooses a free port. */
  port: wholeNumber(0, 65_535),
  int: (min: number, max: number) => wholeNumber(min, max),
  /** Fractions are allowed. */
  positive: z.coerce.number({ error: 'must be a number above 0' }).positive('must be a number above 0'),
  boolean: z
    .enum(['true', 'false'], { error: "must be 'true' or 'false'" })
    .transform((text) => text === 'true'),
  /** Comma-separated addresses or CIDR blocks. */
  cidrList: z
    .string()
    .transform(listOf)
    .refine((list) => list.every(isCidr), {
      message: 'must be a comma-separated list of addresses or CIDR blocks',
    }),
  /** Comma-separated host names, without scheme or port. */
  hostList: z
    .string()
    .transform(listOf)
    .refine((list) => list.every((name) => HOST_NAME.test(name)), {
      message: 'must be a comma-separated list of host names without scheme or port',
    }),
  /** Comma-separated names, each out of `names`. */
  listOf: <const N extends string>(names: readonly N[]) => {
    const error = `must be a comma-separated list out of ${names.join(', ')}`;
    return z
      .string()
      .transform(listOf)
      .pipe(z.array(z.enum(names, { error })).min(1, error));
  },
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    error: 'must be trace, debug, info, warn, error, fatal or silent',
  }),
  secret: (minLength: number) => z.string().min(minLength, `must be at least ${minLength} characters long`),
} as const;

/** Settings of processes that answer remote calls. */
export const callsEnvironment = {
  RPC_MAX_IN_FLIGHT: env.int(1, 10_000).default(64),
  RPC_MAX_QUEUED: env.int(1, 1_000_000).default(1000),
  /** Milliseconds. */
  RPC_MAX_WAIT_MS: env.int(10, 60_000).default(500),
};

/** Settings that every process of the portal takes. */
export const processEnvironment = {
  LOG_LEVEL: env.logLevel.default('info'),
  /** Port of health and metrics. If unset, no port is opened. */
  INTERNAL_PORT: env.port.optional(),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  /** Address of an OTLP collector; tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: env.url('http:', 'https:').optional(),
  /** Headers that the collector requires, as `name=value,…`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Share of requests that are traced, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
};
