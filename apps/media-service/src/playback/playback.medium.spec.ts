import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { notice, type Requester } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import * as z from 'zod';
import { SecretBox } from '../secrets/secret-box.js';
import { TrailerKeysService } from '../secrets/trailer-keys.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { browser, call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { RecentRenditionsService } from './recent-renditions.service.js';

const OLD_SECRET = 'media-secret-of-tests-32-characters';
const NEW_SECRET = 'another-secret-of-tests-32-characters';

let servers: MediaServers;
let app: MediaApp;
let store: ObjectStore;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
  store = app.context.get(ObjectStore, { strict: false });
});
afterAll(async () => {
  await app?.close();
  await servers?.stop();
});

const key = randomBytes(16);
const clear = { init: Buffer.from('the map'), one: randomBytes(100), two: randomBytes(33) };

interface TestTrailer {
  readonly trailerId: string;
  readonly keyId: string;
  readonly videoId: string;
  readonly audioId: string;
}

async function insertRendition(trailerId: string, kind: 'video' | 'audio' | 'muxed', encrypted: boolean) {
  const id = randomUUID();
  const size = kind === 'audio' ? [null, null, null, 2] : [1280, 720, kind === 'video' ? 720 : null, null];
  await app.database.query(
    `INSERT INTO media.renditions (id, trailer_id, kind, width, height, rung, audio_channels, codecs,
                            peak_bits_per_second, average_bits_per_second, encrypted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1000, 900, $9)`,
    [id, trailerId, kind, ...size, kind === 'audio' ? 'mp4a.40.2' : 'avc1.64001F', encrypted],
  );
  const segments = [
    { name: `${randomUUID()}.mp4`, bytes: clear.init, seconds: null },
    { name: `${randomUUID()}.m4s`, bytes: clear.one, seconds: 4 },
    { name: `${randomUUID()}.m4s`, bytes: clear.two, seconds: 2.5 },
  ];
  for (const [position, { name, bytes, seconds }] of segments.entries()) {
    const iv = encrypted && seconds !== null ? randomBytes(16) : null;
    const cipher = iv && createCipheriv('aes-128-cbc', key, iv);
    const body = cipher ? Buffer.concat([cipher.update(bytes), cipher.final()]) : bytes;
    const objectKey = randomUUID();
    await store.putBytes(objectKey, body, 'application/octet-stream');
    await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [objectKey]);
    await app.database.query(
      `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes, duration_seconds, iv)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, position, name, objectKey, body.length, seconds, iv],
    );
  }
  return id;
}

/** Creates an active trailer with a video and an audio rendition. */
async function makeTrailer(
  wrapped = (id: string) => app.context.get(SecretBox).wrap(key, id),
): Promise<TestTrailer> {
  const trailerId = randomUUID();
  const keyId = randomUUID();
  await app.database.query(
    `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status, duration_seconds)
     VALUES ($1, $2, 'A title', $2, 'e', 1, 'ready', 6.5)`,
    [trailerId, randomUUID()],
  );
  await app.database.query(
    `INSERT INTO media.active_trailers (trailer_id) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET trailer_id = excluded.trailer_id`,
    [trailerId],
  );
  await app.database.query('INSERT INTO media.trailer_keys (id, trailer_id, wrapped) VALUES ($1, $2, $3)', [
    keyId,
    trailerId,
    wrapped(trailerId),
  ]);
  const videoId = await insertRendition(trailerId, 'video', true);
  const audioId = await insertRendition(trailerId, 'audio', true);
  return { trailerId, keyId, videoId, audioId };
}

async function insertPoster(trailerId: string | null): Promise<string> {
  const id = randomUUID();
  await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [id]);
  await app.database.query(
    `INSERT INTO media.posters (id, source_key, object_key, content_type, width, height, generated)
     VALUES ($1, $2, $2, 'image/webp', 160, 90, false)`,
    [id, id],
  );
  await app.database.query('UPDATE media.trailers SET poster_id = $2 WHERE id = $1', [trailerId, id]);
  return id;
}

const master = async (trailerId: string) =>
  (await app.playback.masterPlaylist({ trailerId, mayPreview: false }, call())).body;
const media = async (renditionId: string) =>
  (await app.playback.mediaPlaylist({ renditionId, mayPreview: false }, call())).body;
const signAll = (renditionId: string, name: string, at = app) =>
  at.playback.signSegments({ renditionId, name, mayPreview: false, browser }, call());
/** Signs a segment and the following segments, and returns the first. */
async function sign(renditionId: string, name: string, at = app) {
  const { segments, trailer, kind, via } = await signAll(renditionId, name, at);
  const { url = '', position, from, to } = segments[0] ?? {};
  return { url, via, content: { trailer, kind, position, from, to } };
}
const namesIn = (playlist: string) =>
  [...playlist.matchAll(/segments\/([\w.-]+)/g)].map(([, name]) => name ?? '');
const read = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const everyTimer = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
] as const;
const unknown = { code: 'NOT_FOUND' };

describe('a trailer', () => {
  let trailer: TestTrailer;
  beforeAll(async () => {
    trailer = await makeTrailer();
  });

  it('has separate video and audio renditions', async () => {
    expect(await master(trailer.trailerId)).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="/api/media/renditions/${trailer.audioId}/playlist.m3u8"`,
        '#EXT-X-STREAM-INF:BANDWIDTH=2000,AVERAGE-BANDWIDTH=1800,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,AUDIO="audio"',
        `/api/media/renditions/${trailer.videoId}/playlist.m3u8`,
        '',
      ].join('\n'),
    );
  });

  it('has its playlist delivered in pieces that fit a message, even when it lasts many hours', async () => {
    const id = randomUUID();
    await app.database.query(
      `INSERT INTO media.renditions (id, trailer_id, kind, audio_channels, codecs, peak_bits_per_second,
                              average_bits_per_second, encrypted, retired_at)
       VALUES ($1, $2, 'audio', 2, 'mp4a.40.2', 1000, 900, true, now())`,
      [id, trailer.trailerId],
    );
    const length = 5400;
    await app.database.query(
      `WITH s AS (SELECT n, gen_random_uuid()::text AS key FROM generate_series(0, $2::int) n),
            o AS (INSERT INTO media.stored_objects (key) SELECT key FROM s)
       INSERT INTO media.segments (rendition_id, position, name, object_key, bytes, duration_seconds, iv)
       SELECT $1, n, n || '.m4s', key, 1, CASE WHEN n > 0 THEN 4 END,
              CASE WHEN n > 0 THEN decode(md5(n::text), 'hex') END FROM s`,
      [id, length],
    );
    const pieces: string[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const piece: { body: string; next?: number | null | undefined } = await app.playback.mediaPlaylist(
        { renditionId: id, mayPreview: false, from },
        call(),
      );
      pieces.push(piece.body);
      from = piece.next ?? null;
    }
    await app.database.query('DELETE FROM media.renditions WHERE id = $1', [id]);
    for (const piece of pieces) expect(JSON.stringify(piece).length).toBeLessThan(250_000);
    const whole = pieces.join('');
    expect(whole.match(/^#EXTINF:/gm)).toHaveLength(length);
    expect(whole.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  });

  it('lists its parts only by their paths in this portal', async () => {
    const playlists = [
      await master(trailer.trailerId),
      await media(trailer.videoId),
      await media(trailer.audioId),
    ];
    const keys = await queryRows(
      app.database,
      z.object({ object_key: z.string() }),
      'SELECT object_key FROM media.segments',
    );
    for (const playlist of playlists) {
      expect(playlist).not.toMatch(/https?:/);
      for (const { object_key: objectKey } of keys) expect(playlist).not.toContain(objectKey);
    }
  });

  it('can be decrypted only with the key and the IVs of its playlist', async () => {
    const playlist = await media(trailer.videoId);
    const ivs = [...playlist.matchAll(/URI="\/api\/media\/keys\/([\w-]+)",IV=0x(\w{32})/g)];
    expect(ivs.map(([, keyId]) => keyId)).toEqual([trailer.keyId, trailer.keyId]);
    const { key: given, trailerId } = await app.playback.key({ keyId: trailer.keyId }, call());
    expect([Buffer.from(given, 'base64'), trailerId]).toEqual([key, trailer.trailerId]);
    const [init = '', ...names] = namesIn(playlist);
    expect(await read((await sign(trailer.videoId, init)).url)).toEqual(clear.init);
    for (const [n, name] of names.entries()) {
      const stored = await read((await sign(trailer.videoId, name)).url);

      const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(ivs[n]?.[2] ?? '', 'hex'));
      const plain = Buffer.concat([decipher.update(stored), decipher.final()]);
      expect(plain).toEqual([clear.one, clear.two][n]);
      expect(stored).not.toEqual(plain);
    }
  });

  it('has a segment signed together with the following segments', async () => {
    const [init = '', one = '', two = ''] = namesIn(await media(trailer.videoId));
    const { segments, complete } = await signAll(trailer.videoId, one);
    expect(segments.map(({ name }) => name)).toEqual([one, two]);
    expect(complete).toBe(true);
    const stored = await Promise.all(segments.map(({ url }) => read(url)));
    expect(stored[1]).toEqual(await read((await sign(trailer.videoId, two)).url));
    expect((await signAll(trailer.videoId, init)).segments).toHaveLength(3);
  });

  it('describes the content of each segment', async () => {
    const [init = '', one = '', two = ''] = namesIn(await media(trailer.audioId));
    const expected = { id: trailer.trailerId, durationSeconds: 6.5, active: true, marked: false };
    expect((await sign(trailer.audioId, init)).content).toMatchObject({ position: 0, from: 0, to: 0 });
    expect((await sign(trailer.audioId, one)).content).toEqual({
      trailer: expected,
      kind: 'audio',
      position: 1,
      from: 0,
      to: 4,
    });
    expect((await sign(trailer.audioId, two)).content).toEqual({
      trailer: expected,
      kind: 'audio',
      position: 2,
      from: 4,
      to: 6.5,
    });
  });

  it('has URLs that are valid for at most a minute and return the right media type', async () => {
    const [, one = ''] = namesIn(await media(trailer.videoId));
    const { url, via } = await sign(trailer.videoId, one);
    expect(via).toBe('redirect');
    expect(new URL(url).hostname).toBe(browser.hostname);
    expect(Number(new URL(url).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    const range = await fetch(url, { headers: { range: 'bytes=0-9' } });
    expect([range.status, range.headers.get('content-type')]).toEqual([206, 'video/iso.segment']);
    const otherSignature = url.replace(
      /(X-Amz-Signature=)(.)/,
      (_, name, digit) => name + (digit === '0' ? '1' : '0'),
    );
    expect((await fetch(otherSignature)).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  });

  it.each([
    [45, 206],
    [61, 403],
  ])('has URLs that after %i seconds return status %i', async (seconds, status) => {
    const [, one = ''] = namesIn(await media(trailer.videoId));
    jest.useFakeTimers({ now: Date.now() - seconds * 1000, doNotFake: [...everyTimer] });
    const { url } = await sign(trailer.videoId, one).finally(() => jest.useRealTimers());
    expect((await fetch(url, { headers: { range: 'bytes=0-0' } })).status).toBe(status);
  });

  it.each([
    ['another name', (id: string) => sign(id, 'nothing.m4s')],
    ['a name with path traversal', (id: string) => sign(id, '../../etc/passwd')],
    ['an unknown rendition', () => sign(randomUUID(), 'init.mp4')],
    ['a malformed id', () => sign("' OR true --", 'init.mp4')],
    ['a playlist of an unknown rendition', () => media(randomUUID())],
    ['an unknown key id', () => app.playback.key({ keyId: randomUUID() }, call())],
    ['a trailer for a key', () => app.playback.key({ keyId: trailer.trailerId }, call())],
  ])('is not found with %s', async (_what, ask) => {
    await expect(ask(trailer.videoId)).rejects.toMatchObject(unknown);
  });
});

describe('a changing trailer', () => {
  it('no longer lists retired renditions, but still serves them to current viewers', async () => {
    const trailer = await makeTrailer();
    await app.database.query(
      'UPDATE media.renditions SET retired_at = clock_timestamp() WHERE trailer_id = $1',
      [trailer.trailerId],
    );
    const newer = await insertRendition(trailer.trailerId, 'video', true);
    const playlist = await master(trailer.trailerId);
    expect(playlist).toContain(newer);
    expect(playlist).not.toContain(trailer.videoId);
    expect(playlist).not.toContain('AUDIO');
    const [, one = ''] = namesIn(await media(trailer.videoId));
    expect((await fetch((await sign(trailer.videoId, one)).url)).status).toBe(200);
  });

  it('serves renditions that were made before segments were encrypted', async () => {
    const trailer = await makeTrailer();
    await app.database.query(
      'DELETE FROM media.segments WHERE rendition_id IN (SELECT id FROM media.renditions WHERE trailer_id = $1)',
      [trailer.trailerId],
    );
    await app.database.query('DELETE FROM media.renditions WHERE trailer_id = $1', [trailer.trailerId]);
    await app.database.query('DELETE FROM media.trailer_keys WHERE trailer_id = $1', [trailer.trailerId]);
    const muxed = await insertRendition(trailer.trailerId, 'muxed', false);
    expect(await master(trailer.trailerId)).not.toContain('AUDIO');
    const playlist = await media(muxed);
    expect(playlist).not.toContain('KEY');
    const [, one = ''] = namesIn(playlist);
    const { url, content } = await sign(muxed, one);
    expect(await read(url)).toEqual(clear.one);
    expect(content).toMatchObject({ kind: 'muxed', from: 0, to: 4 });
  });

  it('needs one database query in several seconds for the segments of a rendition', async () => {
    const trailer = await makeTrailer();
    const [, one = '', two = ''] = namesIn(await media(trailer.videoId));
    const query = jest.spyOn(app.database, 'query');
    for (let n = 0; n < 20; n += 1) await sign(trailer.videoId, n % 2 ? one : two);
    expect(query.mock.calls.length).toBeLessThanOrEqual(2);
    query.mockRestore();
  });

  it('serves no playlist and no key while it is not ready', async () => {
    const trailer = await makeTrailer();
    await app.database.query("UPDATE media.trailers SET status = 'failed', failure = $2 WHERE id = $1", [
      trailer.trailerId,
      notice('FILE_DAMAGED'),
    ]);
    await expect(master(trailer.trailerId)).rejects.toMatchObject(unknown);
    await expect(media(trailer.videoId)).rejects.toMatchObject(unknown);
    await expect(app.playback.key({ keyId: trailer.keyId }, call())).rejects.toMatchObject(unknown);
  });

  it('serves its multivariant playlist only to the administrator once another trailer is active', async () => {
    const trailer = await makeTrailer();
    await makeTrailer();
    await expect(master(trailer.trailerId)).rejects.toMatchObject(unknown);
    await app.playback.masterPlaylist({ trailerId: trailer.trailerId, mayPreview: true }, call());
  });
});

describe('parts of an inactive trailer', () => {
  let trailer: TestTrailer;
  let other: TestTrailer;
  let name: string;
  let posterId: string;
  beforeAll(async () => {
    trailer = await makeTrailer();
    [, name = ''] = namesIn(await media(trailer.videoId));
    posterId = await insertPoster(trailer.trailerId);
    other = await makeTrailer();
  });

  const parts: [string, (requester: Partial<Requester>) => Promise<unknown>][] = [
    [
      'its playlists',
      (requester) => fresh().playback.mediaPlaylist({ renditionId: trailer.videoId, ...requester }, call()),
    ],
    ['its key', (requester) => fresh().playback.key({ keyId: trailer.keyId, ...requester }, call())],
    [
      'its segments',
      (requester) =>
        fresh().playback.signSegments({ renditionId: trailer.videoId, name, browser, ...requester }, call()),
    ],
    ['its poster', (requester) => fresh().playback.signPoster({ posterId, browser, ...requester }, call())],
  ];
  /** Bypasses the cache of recent renditions. */
  const fresh = () => {
    const recent = app.context.get(RecentRenditionsService, { strict: false });
    (recent as unknown as { cache: Map<string, unknown> }).cache.clear();
    return app;
  };

  it.each(parts)('are denied without a grant for this trailer: %s', async (_what, ask) => {
    await expect(ask({})).rejects.toMatchObject(unknown);
    await expect(ask({ grantedTrailers: [other.trailerId, randomUUID()] })).rejects.toMatchObject(unknown);
  });
  it.each(parts)(
    'are served with a grant for this trailer, and to the administrator: %s',
    async (_what, ask) => {
      await ask({ grantedTrailers: [other.trailerId, trailer.trailerId] });
      await ask({ mayPreview: true });
    },
  );
  it('are served to everyone once it is activated, until another trailer is activated', async () => {
    const activate = (id: string) =>
      app.database.query('UPDATE media.active_trailers SET trailer_id = $1', [id]);
    await activate(trailer.trailerId);
    for (const [, ask] of parts) await ask({});
    await activate(other.trailerId);
    for (const [, ask] of parts) await expect(ask({})).rejects.toMatchObject(unknown);
  });
});

it('serves a poster that no trailer uses only to the administrator', async () => {
  const { trailerId } = await makeTrailer();
  const posterId = await insertPoster(null);
  const ask = (requester: Partial<Requester>) =>
    app.playback.signPoster({ posterId, browser, ...requester }, call());
  await expect(ask({ grantedTrailers: [trailerId] })).rejects.toMatchObject(unknown);
  await ask({ mayPreview: true });
});

describe('a store that browsers cannot reach', () => {
  it('has URLs for the gateway, which uses the same endpoint as this service', async () => {
    const trailer = await makeTrailer();
    const proxied = await MediaApp.start({
      ...servers.environment,
      MEDIA_DELIVERY: 'proxy',
      S3_PUBLIC_ENDPOINT: 'https://store.example',
    });
    const [, one = ''] = namesIn(await media(trailer.videoId));
    const { url, via } = await sign(trailer.videoId, one, proxied);
    expect(via).toBe('proxy');
    expect(new URL(url).origin).toBe(servers.store.endpoint);
    expect((await fetch(url)).status).toBe(200);
    await proxied.close();
  });
});

describe('a new secret', () => {
  it('unwraps and rewraps keys of the previous secret, which is then no longer needed', async () => {
    const trailer = await makeTrailer();
    const wrappedBefore = new SecretBox(OLD_SECRET).wrap(key, trailer.trailerId);
    await app.database.query('UPDATE media.trailer_keys SET wrapped = $2 WHERE id = $1', [
      trailer.keyId,
      wrappedBefore,
    ]);
    const lost = await makeTrailer((id) =>
      new SecretBox('a secret that was lost, 32 characters').wrap(key, id),
    );
    const changed = await MediaApp.start({
      ...servers.environment,
      MEDIA_ROLE: 'both',
      MEDIA_SECRET: NEW_SECRET,
      MEDIA_SECRET_PREVIOUS: OLD_SECRET,
    });
    const keyOf = async (at: MediaApp) =>
      Buffer.from((await at.playback.key({ keyId: trailer.keyId, mayPreview: true }, call())).key, 'base64');
    expect(await keyOf(changed)).toEqual(key);
    await app.database.query(`SELECT media_jobs.add_job('sweep', '{}'::json, job_key => 'sweep')`);
    const isSwept = async () =>
      (await queryRows(app.database, z.object({}), "SELECT FROM media_jobs.jobs WHERE key = 'sweep'"))
        .length === 0;
    await until(isSwept, { deadlineMs: 30_000, what: 'the sweep to rewrap the keys' });
    const keys = changed.context.get(TrailerKeysService, { strict: false });
    expect(await keys.rewrap(new AbortController().signal)).toBe(0);
    expect(await keyOf(changed)).toEqual(key);
    await changed.close();

    const rewrapped = await MediaApp.start({ ...servers.environment, MEDIA_SECRET: NEW_SECRET });
    expect(await keyOf(rewrapped)).toEqual(key);
    // A key that cannot be unwrapped affects no other key. The log reports it; viewers get a generic error.
    await expect(rewrapped.playback.key({ keyId: lost.keyId }, call())).rejects.not.toMatchObject(unknown);
    await rewrapped.close();
    await expect(keyOf(app)).rejects.toThrow('unknown secret');
  });
});
