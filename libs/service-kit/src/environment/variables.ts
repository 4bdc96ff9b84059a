import { isIP } from 'node:net';
import * as z from 'zod';

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** Kinds of environment variables that several processes read. */
export const env = {
  url: (...protocols: string[]) =>
    z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    }),
  postgresUrl: z.string().refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
    message: 'must be an address that begins with postgres://',
  }),
  redisUrl: z.string().refine((text) => /^rediss?:\/\//.test(text) && URL.canParse(text), {
    message: 'must be an address that begins with redis:// or rediss://',
  }),
  /** 0 lets the system choose. */
  port: wholeNumber(0, 65_535),
  int: (min: number, max: number) => wholeNumber(min, max),
  boolean: z
    .enum(['true', 'false'], { error: "must be 'true' or 'false'" })
    .transform((text) => text === 'true'),
  /** Comma-separated addresses or CIDR blocks. */
  cidrList: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isCidr), {
      message: 'must be a comma-separated list of addresses or CIDR blocks',
    }),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    error: 'must be trace, debug, info, warn, error, fatal or silent',
  }),
  secret: (minLength: number) => z.string().min(minLength, `must be at least ${minLength} characters long`),
} as const;

/** Settings that every process of the portal takes. */
export const processEnvironment = {
  LOG_LEVEL: env.logLevel.default('info'),
  /** Port of health and metrics; none is opened without it. */
  INTERNAL_PORT: env.port.optional(),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
};
