import type { Shape } from '@secure-preview/contracts/openapi';

const ID = '3f6c2a5e-8b1d-4c7a-9e2f-5d4b3a2c1e0f';
const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

/** Example values by field name. Other fields get the simplest value of their type. */
const VALUES: Readonly<Record<string, unknown>> = {
  code: '123456',
  day: '2026-01-31',
  endsAt: '2026-02-14T18:00:00.000Z',
  startsAt: '2026-01-31T18:00:00.000Z',
  password: 'the upload password',
  description: '<div class="text-left">A trailer.</div>',
  duration: '1:23',
  durationSeconds: 142.5,
  email: 'ada@example.com',
  ip: '192.0.2.7',
  ipAddress: '192.0.2.7',
  name: 'Ada Lovelace',
  height: 1080,
  width: 1920,
  progress: 40,
  size: 52_428_800,
  label: 'English',
  language: 'en',
  termsTexts: { en: 'Do not copy the trailer.' },
  timeZone: 'Europe/Berlin',
  title: 'The Long Way Home',
  type: 'video/mp4',
  ranges: [[0, 12.5]],
  sha256: HASH,
  termsHash: HASH,
  termsSha256: HASH,
  termsVersion: '2026-01-31',
  trailerId: ID,
  version: '2026-01-31',
  filePath: `/api/media/trailers/${ID}/master.m3u8`,
  posterPath: `/api/media/posters/${ID}`,
  uploadURL: 'https://storage.example.com/signed',
  videoURL: 'https://storage.example.com/signed',
  posterURL: 'https://storage.example.com/signed',
  path: `/api/media/captions/${ID}`,
  text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n',
};

/** Returns a value that a shape accepts, for the documentation. */
export function exampleOf(shape: Shape, name = ''): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  const known = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  // The version of the terms is a text. The version of the settings is a number.
  if (known !== undefined && !(shape.type === 'integer' && typeof known === 'string')) return known;
  const isNullable =
    (Array.isArray(shape.type) && shape.type.includes('null')) ||
    shape.anyOf?.some(({ type }) => type === 'null');
  const [first] = shape.anyOf ?? [];
  if (first && (!isNullable || first.format !== undefined || first.properties)) return exampleOf(first, name);
  if (isNullable) return null;
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([field, inner]) => [field, exampleOf(inner, field)]),
      );
    case 'array':
      return shape.items
        ? [exampleOf(shape.items)]
        : (shape.prefixItems ?? []).map((item) => exampleOf(item));
    case 'boolean':
      return true;
    case 'string':
      return shape.format === 'uuid'
        ? ID
        : shape.format === 'date-time'
          ? '2026-01-31T18:00:00.000Z'
          : 'text';
    default:
      return shape.minimum ?? 1;
  }
}
