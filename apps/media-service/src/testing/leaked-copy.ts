import { createDecipheriv, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { drawCodeword, variantOf } from '@secure-preview/marking';
import { EvidenceRepository } from '../identification/index/evidence.repository.js';
import { SecretBox } from '../secrets/secret-box.js';
import { ObjectStore } from '../storage/object-store.js';
import type { VideoMaker } from './make-video.js';
import type { MediaApp } from './media-app.js';

/** Seconds of the film that `drawFilm` draws. */
export const FILM_SECONDS = 18;

/** Frames per second of that film, of which the detector compares three in each segment. */
export const FILM_RATE = 16;

/** Draws four shots with detail and motion, so small that the ladder has a single size. */
export function drawFilm(videos: VideoMaker, name = 'film.mp4'): Promise<Buffer> {
  const seconds = FILM_SECONDS / 4;
  const size = `s=448x252:r=${FILM_RATE}`;
  const zoom = (more: string) => `mandelbrot=${size}:maxiter=100:end_pts=120:${more}`;
  const shots = [
    zoom('start_scale=0.3:end_scale=0.05'),
    `testsrc2=${size}`,
    zoom('start_x=-1.25:start_y=0.05:start_scale=0.2:end_scale=0.05'),
    zoom('start_x=-0.16:start_y=1.03:start_scale=0.15:end_scale=0.02'),
  ];
  return videos.make(name, [
    ...shots.flatMap((shot) => ['-f', 'lavfi', '-t', `${seconds}`, '-i', shot]),
    '-filter_complex',
    '[0:v]setsar=1[a];[1:v]setsar=1[b];[2:v]setsar=1[c];[3:v]setsar=1[d];' +
      '[a][b][c][d]concat=n=4,noise=c0s=4:c0f=t:all_seed=7,eq=contrast=0.7,format=yuv420p[v]',
    ...['-map', '[v]', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12'],
  ]);
}

/** Gives people copies of a version. Returns their mark ids and codewords. */
export async function giveCopies(app: MediaApp, trailerId: string, people: number) {
  const copies = Array.from({ length: people }, () => ({
    markId: randomUUID(),
    codeword: Buffer.from(drawCodeword(2 * FILM_SECONDS + 64)),
  }));
  for (const { markId, codeword } of copies)
    await app.database.query('INSERT INTO media.codewords (trailer_id, mark_id, bits) VALUES ($1, $2, $3)', [
      trailerId,
      markId,
      codeword,
    ]);
  return copies;
}

/** Returns the largest rendition of at most 480 lines as a player gets it that is sent the variants of a codeword. */
export async function copyOf(app: MediaApp, trailerId: string, codeword: Uint8Array): Promise<Buffer> {
  const evidence = await new EvidenceRepository(app.database).find(trailerId);
  if (evidence === undefined) throw new Error(`trailer ${trailerId} has no evidence`);
  const key = app.context.get(SecretBox).unwrap(evidence.wrappedKey, trailerId);
  const store = app.context.get(ObjectStore, { strict: false });
  const parts: Buffer[] = [];
  for (const [position, { key: first, iv, twinKey, twinIv }] of evidence.segments.entries()) {
    const second = position > 0 && variantOf(codeword, position - 1) === 1;
    const stored = await store.read(second ? (twinKey ?? first) : first, new AbortController().signal);
    if (stored === undefined) throw new Error(`segment ${position} is missing`);
    const bytes = await buffer(stored.body);
    const used = second ? twinIv : iv;
    if (used === null) parts.push(bytes);
    else {
      const decipher = createDecipheriv('aes-128-cbc', key, used);
      parts.push(decipher.update(bytes), decipher.final());
    }
  }
  return Buffer.concat(parts);
}
