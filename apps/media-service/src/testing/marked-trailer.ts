import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { SecretBox } from '../secrets/secret-box.js';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import type { MediaApp } from './media-app.js';

const SEGMENT_SECONDS = 0.5;

interface MarkedRendition {
  readonly id: string;
  /** Names of the segments, that of the initialisation segment first. */
  readonly names: string[];
  /** Keys of all objects. */
  readonly keys: string[];
  /** Contents of both variants by segment, as they are stored. */
  readonly stored: (readonly [Buffer, Buffer])[];
}

export interface TestMarkedTrailer {
  readonly id: string;
  /** Renditions in the order of `rungs`, then the sound. */
  readonly renditions: MarkedRendition[];
}

/** Inserts an active marked trailer, whose video renditions have two variants of each segment. */
export async function insertMarkedTrailer(
  app: MediaApp,
  { rungs = [480], segments = 4 }: { rungs?: readonly number[]; segments?: number } = {},
): Promise<TestMarkedTrailer> {
  const id = randomUUID();
  const box = app.context.get(SecretBox);
  await app.database.query(
    `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status, ladder_done,
                                 duration_seconds, mark_segment_seconds)
     VALUES ($1, $2, 'A marked title', $2, 'e', 1, 'ready', true, $3, $4)`,
    [id, randomUUID(), segments * SEGMENT_SECONDS, SEGMENT_SECONDS],
  );
  await app.database.query(
    `INSERT INTO media.active_trailers (trailer_id) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET trailer_id = excluded.trailer_id`,
    [id],
  );
  const key = randomBytes(16);
  await app.database.query('INSERT INTO media.trailer_keys (id, trailer_id, wrapped) VALUES ($1, $2, $3)', [
    randomUUID(),
    id,
    box.wrap(key, id),
  ]);
  await app.database.query('INSERT INTO media.marks (trailer_id, pattern_key) VALUES ($1, $2)', [
    id,
    box.wrap(randomBytes(32), id),
  ]);
  const renditions: MarkedRendition[] = [];
  for (const rung of [...rungs, null]) renditions.push(await insertRendition(app, id, rung, key, segments));
  return { id, renditions };
}

/** @param rung null for the sound, which has one variant */
async function insertRendition(
  app: MediaApp,
  trailerId: string,
  rung: number | null,
  key: Buffer,
  segments: number,
): Promise<MarkedRendition> {
  const id = randomUUID();
  await app.database.query(
    `INSERT INTO media.renditions (id, trailer_id, kind, width, height, rung, audio_channels, codecs,
                                   peak_bits_per_second, average_bits_per_second, encrypted)
     VALUES ($1, $2, $3, $4::int * 2, $4, $4, $5, 'avc1.64001F', 1000, 900, true)`,
    [id, trailerId, rung === null ? 'audio' : 'video', rung, rung === null ? 2 : null],
  );
  const rendition: MarkedRendition = { id, names: [], keys: [], stored: [] };
  for (let position = 0; position <= segments; position += 1) {
    const name = `${randomUUID()}.${position === 0 ? 'mp4' : 'm4s'}`;
    const iv = position === 0 ? null : randomBytes(16);
    const plain = randomBytes(64);
    const first = encrypted(plain, key, iv);
    const hasTwin = rung !== null && position > 0;
    const second = hasTwin ? encrypted(Buffer.from(plain).reverse(), key, iv) : first;
    const objectKey = await store(app, first);
    const twinKey = hasTwin ? await store(app, second) : null;
    await app.database.query(
      `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes, duration_seconds, iv,
                                   twin_object_key, twin_bytes, twin_iv)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, position, name, objectKey, first.length, position === 0 ? null : SEGMENT_SECONDS, iv].concat(
        hasTwin ? [twinKey, second.length, iv] : [null, null, null],
      ),
    );
    rendition.names.push(name);
    rendition.keys.push(objectKey, ...(twinKey === null ? [] : [twinKey]));
    rendition.stored.push([first, second]);
  }
  return rendition;
}

function encrypted(bytes: Buffer, key: Buffer, iv: Buffer | null): Buffer {
  if (iv === null) return bytes;
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

async function store(app: MediaApp, body: Buffer): Promise<string> {
  const key = randomObjectKey();
  await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [key]);
  await app.context.get(ObjectStore, { strict: false }).putBytes(key, body, 'application/octet-stream');
  return key;
}
