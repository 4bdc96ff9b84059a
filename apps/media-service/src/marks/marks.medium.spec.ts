import { randomUUID } from 'node:crypto';
import { variantOf } from '@secure-preview/marking';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../database/data-source.js';
import { releaseRetired } from '../processing/rendition.queries.js';
import { TrailerKeysService } from '../secrets/trailer-keys.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { RetentionRepository } from '../sweep/retention.repository.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { insertMarkedTrailer, type TestMarkedTrailer } from '../testing/marked-trailer.js';
import { browser, call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { describeVerification } from '../verification/describe.js';
import { StorageVerification } from '../verification/storage-verification.js';
import { VerificationRepository } from '../verification/verification.repository.js';
import { insertCodeword } from './codeword.queries.js';
import { MarkRepository } from './mark.repository.js';

let servers: MediaServers;
let app: MediaApp;
let replica: MediaApp;
let store: ObjectStore;
/** Connects with the role of workers, which run the sweeps. */
let worker: DataSource;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
  replica = await MediaApp.start(servers.environment);
  store = app.context.get(ObjectStore, { strict: false });
  worker = await new DataSource(mediaDataSource(servers.database.urlOf('media-worker'))).initialize();
});
afterAll(async () => {
  await worker?.destroy();
  await replica?.close();
  await app?.close();
  await servers?.stop();
});

const never = new AbortController().signal;
const unknown = { code: 'NOT_FOUND' };
const codeword = (trailerId: string, markId: string, at = app) =>
  at.playback.codeword({ trailerId, markId, mayPreview: false }, call());
const storedCodewords = async (trailerId: string) =>
  queryRows(
    app.database,
    z.object({ markId: z.string(), bits: z.instanceof(Buffer) }),
    'SELECT mark_id AS "markId", bits FROM media.codewords WHERE trailer_id = $1',
    [trailerId],
  );
const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const present = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => store.facts(key)))).filter((facts) => facts !== undefined).length;
/** Replaces a trailer by another one, eight days ago, and sweeps. */
async function expire({ id }: TestMarkedTrailer): Promise<void> {
  await insertMarkedTrailer(app);
  await app.database.query(
    `UPDATE media.trailers SET unused_since = clock_timestamp() - interval '8 days' WHERE id = $1`,
    [id],
  );
  await sweep();
}
const sweep = () =>
  new SweeperService(new StoredObjectsRepository(worker), store, new RetentionRepository(worker), {
    REPLACED_TRAILER_DAYS: 7,
  }).sweep(never);
const verification = () =>
  new StorageVerification(store, new VerificationRepository(app.database), () => Date.now() + 3_601_000);

describe('a codeword', () => {
  it('has a bit for each segment of the trailer, is drawn once, and is the same at every replica', async () => {
    const { id } = await insertMarkedTrailer(app, { segments: 20 });
    const markId = randomUUID();
    const first = await codeword(id, markId);
    expect(Buffer.from(first.bits, 'base64').length).toBeGreaterThanOrEqual(3);
    expect(await codeword(id, markId, replica)).toEqual(first);
    expect((await codeword(id, randomUUID())).bits).not.toBe(first.bits);
  });

  it('is drawn once if two replicas grant a trailer to a person at once', async () => {
    const { id } = await insertMarkedTrailer(app);
    for (let round = 0; round < 10; round += 1) {
      const markId = randomUUID();
      const answers = await Promise.all(
        [app, replica, app, replica].map((replica) => codeword(id, markId, replica)),
      );
      expect(new Set(answers.map(({ bits }) => bits)).size).toBe(1);
      const stored = (await storedCodewords(id)).filter((row) => row.markId === markId);
      expect(stored.map(({ bits }) => bits.toString('base64'))).toEqual([answers[0]?.bits]);
    }
  });

  it('is the stored one if a replica was killed after it drew, before it answered', async () => {
    const { id } = await insertMarkedTrailer(app);
    const markId = randomUUID();
    const bits = Buffer.from('drawn by a killed replica');
    await insertCodeword(replica.database, id, markId, bits);
    expect((await codeword(id, markId)).bits).toBe(bits.toString('base64'));
  });

  it('is not drawn for an unmarked trailer, or for one that the requester may not watch', async () => {
    const { id } = await insertMarkedTrailer(app);
    const markId = randomUUID();
    await insertMarkedTrailer(app);
    await expect(codeword(id, markId)).rejects.toMatchObject(unknown);
    await expect(codeword(randomUUID(), markId)).rejects.toMatchObject(unknown);
    expect(await storedCodewords(id)).toEqual([]);
    const granted = { trailerId: id, markId, grantedTrailers: [id] };
    const { bits } = await app.playback.codeword(granted, call());
    expect(await app.playback.codeword({ trailerId: id, markId, mayPreview: true }, call())).toMatchObject({
      bits,
    });
    await app.database.query('UPDATE media.trailers SET mark_segment_seconds = NULL WHERE id = $1', [id]);
    await expect(app.playback.codeword(granted, call())).rejects.toMatchObject(unknown);
  });

  it('cannot be changed by media-service, nor read by a worker', async () => {
    const { id } = await insertMarkedTrailer(app);
    await codeword(id, randomUUID());
    await expect(app.database.query(`UPDATE media.codewords SET bits = '\\x00'`)).rejects.toThrow('denied');
    await expect(app.database.query('DELETE FROM media.codewords')).rejects.toThrow('denied');
    await expect(worker.query('SELECT bits FROM media.codewords')).rejects.toThrow('denied');
  });
});

describe('segments of a marked trailer', () => {
  it('are signed in both variants, of which a codeword selects one', async () => {
    const { id, renditions } = await insertMarkedTrailer(app, { segments: 70 });
    const [video, audio] = renditions;
    const signed = await sign(video?.id ?? '', video?.names[1] ?? '');
    expect(signed.segments).toHaveLength(64);
    const bits = Buffer.from((await codeword(id, randomUUID())).bits, 'base64');
    for (const { url, twinUrl = '', position } of signed.segments.slice(0, 6)) {
      const variant = variantOf(bits, position - 1);
      expect(await read([url, twinUrl][variant] ?? '')).toEqual(video?.stored[position]?.[variant]);
    }
    const at = {
      renditionId: video?.id ?? '',
      name: '',
      at: 1.2,
      variants: true,
      mayPreview: false,
      browser,
    };
    expect((await app.playback.signSegments(at, call())).segments[0]).toMatchObject({ position: 3, from: 1 });
    await expect(app.playback.signSegments({ ...at, at: 35 }, call())).rejects.toMatchObject(unknown);
    const sound = await sign(audio?.id ?? '', audio?.names[1] ?? '');
    expect(sound.segments.some(({ twinUrl }) => twinUrl !== undefined)).toBe(false);
  });

  it('are signed only for gateways that choose between the variants', async () => {
    const { renditions } = await insertMarkedTrailer(app);
    const [video, audio] = renditions;
    for (const name of video?.names ?? [])
      await expect(sign(video?.id ?? '', name, false)).rejects.toMatchObject(unknown);
    expect((await sign(audio?.id ?? '', audio?.names[1] ?? '', false)).segments).not.toHaveLength(0);
  });

  const sign = (renditionId: string, name: string, variants = true) =>
    app.playback.signSegments({ renditionId, name, mayPreview: false, browser, variants }, call());
});

describe('the objects of a marked trailer', () => {
  it('are all removed with it, and its codewords too', async () => {
    const trailer = await insertMarkedTrailer(app, { rungs: [240, 480] });
    await codeword(trailer.id, randomUUID());
    await insertMarkedTrailer(app);
    const keys = trailer.renditions.flatMap(({ keys }) => keys);
    expect(await present(keys)).toBe(keys.length);
    await app.trailers.remove({ trailerId: trailer.id }, call());
    await sweep();
    expect(await present(keys)).toBe(0);
    expect(await storedCodewords(trailer.id)).toEqual([]);
  });

  it('are removed a day after their rendition is retired', async () => {
    const { renditions } = await insertMarkedTrailer(app, { rungs: [240, 480] });
    const [retired, kept] = renditions;
    await app.database.query(
      `UPDATE media.renditions SET retired_at = clock_timestamp() - interval '25 hours' WHERE id = $1`,
      [retired?.id],
    );
    await releaseRetired(worker);
    await sweep();
    expect(await present(retired?.keys ?? [])).toBe(0);
    expect(await present(kept?.keys ?? [])).toBe(kept?.keys.length);
  });

  it('are removed when it expires, if nobody was sent a copy', async () => {
    const trailer = await insertMarkedTrailer(app);
    await expire(trailer);
    expect(await present(trailer.renditions.flatMap(({ keys }) => keys))).toBe(0);
  });

  it.each([
    [[240, 480, 720], 480],
    [[240, 360, 720], 360],
    [[720, 1080], 720],
  ])(
    'of the rungs %j, %d is kept with its keys and codewords if somebody was sent a copy',
    async (rungs, rung) => {
      const trailer = await insertMarkedTrailer(app, { rungs });
      const markId = randomUUID();
      const { bits } = await codeword(trailer.id, markId);
      await expire(trailer);
      for (const [index, { keys }] of trailer.renditions.entries())
        expect([rungs[index], await present(keys)]).toEqual([
          rungs[index],
          rungs[index] === rung ? keys.length : 0,
        ]);
      expect(await app.find(trailer.id)).toMatchObject({ status: 'expired', renditions: [], marked: true });
      const [stored] = await storedCodewords(trailer.id);
      expect(stored).toEqual({ markId, bits: Buffer.from(bits, 'base64') });
      for (const table of ['trailer_keys', 'marks'])
        expect(
          await app.database.query(`SELECT FROM media.${table} WHERE trailer_id = $1`, [trailer.id]),
        ).toHaveLength(1);
      // Viewers with a grant cannot watch it any more.
      const kept = trailer.renditions[rungs.indexOf(rung)];
      const request = { renditionId: kept?.id ?? '', grantedTrailers: [trailer.id], mayPreview: true };
      await expect(app.playback.mediaPlaylist(request, call())).rejects.toMatchObject(unknown);
      await sweep();
      expect(await present(kept?.keys ?? [])).toBe(kept?.keys.length);
      await app.trailers.remove({ trailerId: trailer.id }, call());
      await sweep();
      expect(await present(kept?.keys ?? [])).toBe(0);
    },
  );

  it('are compared with the storage, also as evidence', async () => {
    const trailer = await insertMarkedTrailer(app);
    await codeword(trailer.id, randomUUID());
    await expire(trailer);
    const [kept] = trailer.renditions;
    const report = async () => describeVerification(await verification().run({ repair: true })).join('\n');
    expect(await report()).not.toContain('A marked title');
    const lost = kept?.keys.at(-1) ?? '';
    const body = kept?.stored.at(-1)?.[1] ?? Buffer.alloc(0);
    await store.delete(lost);
    expect(await report()).toContain('1 segment in 1 rendition is missing. They show whose');
    await store.putBytes(lost, body, 'application/octet-stream');
    expect(await report()).not.toContain('A marked title');
  });
});

it('wraps the keys of patterns again with a new secret, by a worker', async () => {
  const { id } = await insertMarkedTrailer(app);
  const before = await codeword(id, randomUUID());
  const secrets = {
    MEDIA_SECRET: 'another-secret-of-tests-32-characters',
    MEDIA_SECRET_PREVIOUS: servers.environment.MEDIA_SECRET,
  };
  const rotated = await MediaApp.start({ ...servers.environment, ...secrets });
  try {
    const keys = rotated.context.get(TrailerKeysService);
    expect(await keys.rewrap(never, new MarkRepository(worker))).toBeGreaterThan(0);
    const { MEDIA_SECRET } = secrets;
    const newOnly = await MediaApp.start({ ...servers.environment, MEDIA_SECRET });
    try {
      expect((await codeword(id, randomUUID(), newOnly)).salt).toBe(before.salt);
    } finally {
      await newOnly.close();
    }
  } finally {
    await rotated.close();
  }
});
